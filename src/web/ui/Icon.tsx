/** Line icons on a 24 by 24 grid. They are decoration: the name of a control is always text. */
const shapes = {
  back: 'M19 12H5m6-6-6 6 6 6',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  building: 'M4 20.5h16M6 20.5v-16h8v16M14 9.5h4v11M9 8h2m-2 4h2m-2 4h2',
  calendar: 'M4.5 6.5h15v13.5h-15zM4.5 10.5h15M8.5 4v4m7-4v4',
  chart: 'M4 4v16h16M8.5 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  clipboard: 'M9 5H6v15.5h12V5h-3M9 3.5h6v3H9zM9 11h6m-6 4h4',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  devices: 'M4.5 15.5V5.5h13v3M2.5 15.5h10v3h-8zM15 10.5h6v10h-6zM17.5 18.2h1',
  down: 'M12 5v14m-6-6 6 6 6-6',
  document: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6m-6 4h6',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  edit: 'M4.5 19.5 5.5 15 15.5 5l3.5 3.5-10 10zM13.5 7l3.5 3.5',
  external: 'M10 5H5v14h14v-5M14 4.5h5.5V10M19 5l-8 8',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'm4 4 16 16M9.7 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.6A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 10a3 3 0 0 0 4.1 4.1',
  fold: 'M5 12h14M12 3v5.5M9.5 6 12 8.5 14.5 6M12 21v-5.5M9.5 18l2.5-2.5 2.5 2.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5m0-9v.1',
  key: 'M8.5 11a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5zM11.5 12.5l8-8M16 8l3 3M13.5 10.5l2 2',
  letters: 'M2.5 18.5 7.5 6l5 12.5M4.3 14h6.4M20.5 12v6.5M20.5 15.2a2.8 3.3 0 1 1-5.6 0 2.8 3.3 0 0 1 5.6 0z',
  logout: 'M10 4.5H5v15h5M15 8l4 4-4 4m4-4H9.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  'person-add': 'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6M19 5v6m-3-3h6',
  person_off:
    'm4 4 16 16M10.5 4.3A4 4 0 0 1 15 9.5M12 12a4 4 0 0 1-3.8-5.2M4.5 20.5c.6-4 3.6-6 7.5-6 1 0 2 .1 2.8.4M19.5 20.5l-.2-1',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.5-3.6 3-5 6.5-5s6 1.4 6.5 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.3.5 3.7 2 4 4.6',
  phone: 'M6 4h3.5l2 5-2.5 1.5a11 11 0 0 0 5 5L15.5 13l5 2v3.5a2 2 0 0 1-2 2A16 16 0 0 1 4 6a2 2 0 0 1 2-2z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  scheme: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17',
  shield: 'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10.3',
  speaker: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  stop: 'M7 7h10v10H7z',
  transfer: 'M4 8.5h15m-4-4 4 4-4 4M20 16.5H5m4 4-4-4 4-4',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5m3-5.5v5.5',
  up: 'M12 19V5m-6 6 6-6 6 6',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 19.5h14',
  warning: 'M12 4 2.5 20h19zM12 10v4.5m0 2.5v.1',
} as const;

export type IconName = keyof typeof shapes;

/** `size` is in pixels at the usual text size; a person who enlarges the text gets larger icons, too. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const side = `${size / 16}rem`;
  return (
    <svg
      viewBox="0 0 24 24"
      style={{ width: side, height: side }}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
