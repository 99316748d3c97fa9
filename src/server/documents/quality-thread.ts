import { answerTasks } from '../threads.ts';
import { measureQuality } from './test-quality.ts';

answerTasks(measureQuality);
