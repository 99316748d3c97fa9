import type { Shape } from './Icon.tsx';

/** The icons of the pages behind the login. */
export const moreIcons = {
  bell: { d: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0' },
  calendar: { d: 'M4.5 6.5h15v13.5h-15zM4.5 10.5h15M8.5 4v4m7-4v4' },
  chart: { d: 'M4 4v16h16M8.5 16v-4m4 4V8m4 8v-6' },
  clipboard: { d: 'M9 5H6v15.5h12V5h-3M9 3.5h6v3H9zM9 11h6m-6 4h4' },
  copy: { d: 'M9 9h11v11H9zM15 9V4H4v11h5' },
  devices: { d: 'M4.5 15.5V5.5h13v3M2.5 15.5h10v3h-8zM15 10.5h6v10h-6zM17.5 18.2h1' },
  down: { d: 'M12 5v14m-6-6 6 6 6-6' },
  document: { d: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6m-6 4h6' },
  download: { d: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14' },
  edit: { d: 'M4.5 19.5 5.5 15 15.5 5l3.5 3.5-10 10zM13.5 7l3.5 3.5' },
  fold: { d: 'M5 12h14M12 3v5.5M9.5 6 12 8.5 14.5 6M12 21v-5.5M9.5 18l2.5-2.5 2.5 2.5' },
  key: { d: 'M8.5 11a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5zM11.5 12.5l8-8M16 8l3 3M13.5 10.5l2 2' },
  personOff: {
    d: 'm4 4 16 16M10.5 4.3A4 4 0 0 1 15 9.5M12 12a4 4 0 0 1-3.8-5.2M4.5 20.5c.6-4 3.6-6 7.5-6 1 0 2 .1 2.8.4M19.5 20.5l-.2-1',
  },
  print: { d: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.5H7z' },
  shield: { d: 'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10.3' },
  transfer: { d: 'M4 8.5h15m-4-4 4 4-4 4M20 16.5H5m4 4-4-4 4-4' },
  trash: { d: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5m3-5.5v5.5' },
  up: { d: 'M12 19V5m-6 6 6-6 6 6' },
  upload: { d: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 19.5h14' },
} as const satisfies Record<string, Shape>;
