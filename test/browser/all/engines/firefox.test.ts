import { openFirefox } from './firefox.ts';
import { walkIn } from './walks.ts';

walkIn('Firefox', ['Firefox ESR'], openFirefox);
