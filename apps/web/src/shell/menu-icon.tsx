import { Icon, type IconName } from '@maru/ui'

/** Icons that stand in the menu alone, so that no other page loads them. */
const paths = {
  tap: 'M9 14V5.5a1.5 1.5 0 0 1 3 0V11m0-1a1.5 1.5 0 0 1 3 0v1m0 0a1.5 1.5 0 0 1 3 0v3.5a5.5 5.5 0 0 1-5.5 5.5c-2.2 0-3.6-1-4.6-2.6L5 13.5a1.4 1.4 0 0 1 2.3-1.6L9 14',
  coins:
    'M4 8c0-1.4 2.2-2.5 5-2.5s5 1.1 5 2.5-2.2 2.5-5 2.5S4 9.4 4 8v4c0 1.4 2.2 2.5 5 2.5M10 14c0-1.4 2.2-2.5 5-2.5s5 1.1 5 2.5-2.2 2.5-5 2.5-5-1.1-5-2.5v3.5c0 1.4 2.2 2.5 5 2.5s5-1.1 5-2.5V14',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  send: 'M20.5 3.5 10 14M20.5 3.5 14 20.5 10 14l-6.5-4z',
  people:
    'M6 8a3 3 0 1 0 6 0 3 3 0 0 0-6 0M3 19c.5-3.4 2.9-5 6-5s5.5 1.6 6 5M15.5 5.3a3 3 0 0 1 0 5.4M17.5 14.3c1.9.7 3.1 2.3 3.5 4.7',
  news: 'M4 5.5h13v13H6a2 2 0 0 1-2-2zM17 9h3v7.5a2 2 0 0 1-2 2M7 9h7M7 12.5h7M7 16h4',
  calendar: 'M4.5 6h15v14h-15zM4.5 10h15M8.5 3.5V7M15.5 3.5V7M8 14h.01M12 14h.01M16 14h.01',
  bars: 'M4 20h16M6.5 20v-7M12 20V5M17.5 20V10',
  alarm: 'M5 13a7 7 0 1 0 14 0 7 7 0 0 0-14 0M12 9.5V13l2.5 2M4 6.5 7 4M20 6.5 17 4',
  question:
    'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0M9.7 9.6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.2.9-1.2 1.7M12 16.5h.01',
  terms: 'M5 4.5h14v15H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  ticket: 'M4 7h16v3.5a1.8 1.8 0 0 0 0 3.5V17H4v-3a1.8 1.8 0 0 0 0-3.5zM14 7v10',
} as const

export type MenuIconName = keyof typeof paths | IconName

/** The icon of an entry of the menu. */
export function MenuIcon({ name }: { name: MenuIconName }) {
  if (!(name in paths)) return <Icon name={name as IconName} />
  return (
    <svg className="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name as keyof typeof paths]} />
    </svg>
  )
}
