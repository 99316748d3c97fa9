import { answerTasks } from '../work/threads.ts';
import { measureQuality } from './test-quality.ts';

answerTasks(measureQuality);
