/**
 * Line icons on a 24 by 24 grid. They are decoration: the name of a control is always text. These are in the file of every page;
 * `more-icons.ts` has those that the survey and the pages of visitors never show.
 */
const shapes = {
  back: 'M19 12H5m6-6-6 6 6 6',
  building: 'M4 20.5h16M6 20.5v-16h8v16M14 9.5h4v11M9 8h2m-2 4h2m-2 4h2',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  external: 'M10 5H5v14h14v-5M14 4.5h5.5V10M19 5l-8 8',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'm4 4 16 16M9.7 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.6A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 10a3 3 0 0 0 4.1 4.1',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5m0-9v.1',
  letters: 'M2.5 18.5 7.5 6l5 12.5M4.3 14h6.4M20.5 12v6.5M20.5 15.2a2.8 3.3 0 1 1-5.6 0 2.8 3.3 0 0 1 5.6 0z',
  logout: 'M10 4.5H5v15h5M15 8l4 4-4 4m4-4H9.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  'person-add': 'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6M19 5v6m-3-3h6',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.5-3.6 3-5 6.5-5s6 1.4 6.5 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.3.5 3.7 2 4 4.6',
  phone: 'M6 4h3.5l2 5-2.5 1.5a11 11 0 0 0 5 5L15.5 13l5 2v3.5a2 2 0 0 1-2 2A16 16 0 0 1 4 6a2 2 0 0 1 2-2z',
  plus: 'M12 5v14M5 12h14',
  scheme: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17',
  speaker: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  stop: 'M7 7h10v10H7z',
  warning: 'M12 4 2.5 20h19zM12 10v4.5m0 2.5v.1',
} as const;

/** The path of an icon that is not in the file of every page. */
export type Shape = { readonly d: string };

export type IconName = keyof typeof shapes | Shape;

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
      <path d={typeof name === 'string' ? shapes[name] : name.d} />
    </svg>
  );
}
