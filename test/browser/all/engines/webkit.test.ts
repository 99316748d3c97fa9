import { openWebKit } from './webkit.ts';
import { walkIn } from './walks.ts';

walkIn('WebKit', ['WebKitWebDriver', 'Xvfb'], openWebKit);
