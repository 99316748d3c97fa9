/** Line icons on a 24 by 24 grid. They are decoration: the name of a control is always text. */
const shapes = {
  back: 'M19 12H5m6-6-6 6 6 6',
  bell: 'M6 16.500V11a6 6 0 1 1 12 0v5.500l1.500 1.500h-15zM10 20.500a2.200 2.200 0 0 0 4 0',
  building: 'M4 20.500h16M6 20.500v-16h8v16M14 9.500h4v11M9 8h2m-2 4h2m-2 4h2',
  calendar: 'M4.500 6.500h15v13.500h-15zM4.500 10.500h15M8.500 4v4m7-4v4',
  chart: 'M4 4v16h16M8.500 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  'chevron-down': 'm6 9.500 6 6 6-6',
  clipboard: 'M9 5H6v15.500h12V5h-3M9 3.500h6v3H9zM9 11h6m-6 4h4',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  devices: 'M4.500 15.500V5.500h13v3M2.500 15.500h10v3h-8zM15 10.500h6v10h-6zM17.500 18.200h1',
  down: 'M12 5v14m-6-6 6 6 6-6',
  document: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M9 12h6m-6 4h6',
  download: 'M12 4v11m-4.500-4.500L12 15l4.500-4.500M5 19.500h14',
  edit: 'M4.500 19.500 5.500 15 15.500 5l3.500 3.500-10 10zM13.500 7l3.500 3.500',
  external: 'M10 5H5v14h14v-5M14 4.500h5.500V10M19 5l-8 8',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'm4 4 16 16M9.700 5.800A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-3 3.700M6.300 7.600A16.500 16.500 0 0 0 2.500 12S6 18.500 12 18.500c1.600 0 3-.4 4.200-1.100M10 10a3 3 0 0 0 4.100 4.100',
  fold: 'M5 12h14M12 3v5.500M9.500 6 12 8.500 14.500 6M12 21v-5.500M9.500 18l2.500-2.500 2.500 2.500',
  info: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5.500m0-9v.1',
  key: 'M8.500 11a4.250 4.250 0 1 0 0 8.500 4.250 4.250 0 0 0 0-8.500zM11.500 12.500l8-8M16 8l3 3M13.500 10.500l2 2',
  letters:
    'M2.500 18.500 7.500 6l5 12.500M4.300 14h6.400M20.500 12v6.500M20.500 15.200a2.800 3.300 0 1 1-5.600 0 2.800 3.300 0 0 1 5.600 0z',
  logout: 'M10 4.500H5v15h5M15 8l4 4-4 4m4-4H9.500',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500c.6-4 3.600-6 7.500-6s6.900 2 7.500 6',
  'person-add':
    'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2.500 20.500c.6-4 3.600-6 7.500-6s6.900 2 7.500 6M19 5v6m-3-3h6',
  person_off:
    'm4 4 16 16M10.500 4.300A4 4 0 0 1 15 9.500M12 12a4 4 0 0 1-3.800-5.200M4.500 20.500c.6-4 3.600-6 7.500-6 1 0 2 .1 2.800.4M19.500 20.500l-.2-1',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19.500c.5-3.600 3-5 6.500-5s6 1.400 6.500 5M15.500 5.300a3.500 3.500 0 0 1 0 6.400M17.500 14.900c2.300.5 3.700 2 4 4.600',
  phone:
    'M6 4h3.500l2 5-2.500 1.500a11 11 0 0 0 5 5L15.500 13l5 2v3.500a2 2 0 0 1-2 2A16 16 0 0 1 4 6a2 2 0 0 1 2-2z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.500H7z',
  scheme: 'M12 3.500a8.500 8.500 0 1 0 0 17zM12 3.500a8.500 8.500 0 0 1 0 17',
  shield: 'M12 3.500 19 6v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15 10.300',
  speaker:
    'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  stop: 'M7 7h10v10H7z',
  transfer: 'M4 8.500h15m-4-4 4 4-4 4M20 16.500H5m4 4-4-4 4-4',
  trash: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5.500m3-5.500v5.500',
  up: 'M12 19V5m-6 6 6-6 6 6',
  upload: 'M12 15V4M7.500 8.500 12 4l4.500 4.500M5 19.500h14',
  warning: 'M12 4 2.500 20h19zM12 10v4.500m0 2.500v.1',
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
