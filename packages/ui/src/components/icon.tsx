/** Line icons on a 24 px grid: one path each. */
const paths = {
  back: 'm15 5-7 7 7 7',
  close: 'M6 6l12 12M18 6 6 18',
  right: 'm9 6 6 6-6 6',
  down: 'm6 9 6 6 6-6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 6.5H4C4 16 6 15 6 10ZM10 20h4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 0 0-5.6 0',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6.3 7.2A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.5-1.2M10 10a2.8 2.8 0 0 0 4 4',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0M12 11v5M12 8h.01',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0M12 7.5V12l3 2',
  download: 'M12 5v9m-3.5-3.5L12 14l3.5-3.5M6 19h12',
  upload: 'M12 15V6m-3.5 3.5L12 6l3.5 3.5M6 19h12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warn: 'M12 4 3 19.5h18zM12 10v4.5M12 17.2h.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trade:
    'M7 3v4M7 15v4M17 5v3M17 17v4M5.5 7h3a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM15.5 8h3a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z',
  wallet: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H4.6M16 13.5h.01',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 0 0-13 0M16 16l4.5 4.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 0 0-8 0M4.5 20c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  setting: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M13 5v4M7 10v4M13 15v4',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.3 7 9 4.2-1.7 7-4.8 7-9V6zM9 12l2.2 2.2L15.2 10',
  doc: 'M7 3.5h7l4 4V20a.5.5 0 0 1-.5.5h-10A.5.5 0 0 1 7 20zM14 3.5v4h4M10 12h5M10 16h5',
  lock: 'M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  key: 'M4.5 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 0 0-7 0M10.5 13.5 19 5M16 8l2.5 2.5M13.5 10.5l1.8 1.8',
  copy: 'M9 8.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5.5 15.5H5a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1V6',
  exit: 'M14 4.5H6.5v15H14M11 12h9.5m-3.5-3.5 3.5 3.5-3.5 3.5',
  device:
    'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5ZM11 17.5h2',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone: 'M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z',
  up: 'm6 15 6-6 6 6',
  swap: 'M8 4v16m0 0-4-4m4 4 4-4M16 20V4m0 0-4 4m4-4 4 4',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  shrink: 'M20 10h-6V4M14 10l6-6M4 14h6v6M10 14l-6 6',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10',
  bolt: 'M13 3 5 13.5h6L10 21l8.5-11H12z',
  star: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z',
  futures: 'M3.5 17 9 11l4 3.5L20.5 7M15.5 7h5v5',
} as const
export type IconName = keyof typeof paths

/** A decorative icon: what it means stands beside it in words or in the label of its button. */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'ic ic-s' : 'ic'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} strokeWidth={name === 'more' ? 3 : undefined} />
    </svg>
  )
}
