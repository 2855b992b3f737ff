/** Icons of the console's areas and actions beside those of packages/ui: one path each on a 24 px grid. */
const paths = {
  overview: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  members:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 0 0-7 0M3 19.5c.5-3.2 2.9-5 6-5s5.5 1.8 6 5M15.5 5.3a3.3 3.3 0 0 1 0 6.4M17.5 14.8c2 .6 3.2 2.2 3.5 4.7',
  approvals: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.3 7 9 4.2-1.7 7-4.8 7-9V6z',
  risk: 'M4 4v16h16M7.5 15l3.5-4.5 3 2.5L19 7',
  instruments: 'M8 4v3M8 17v3M16 3v4M16 15v4M6 7h4v10H6zM14 7h4v8h-4z',
  fx: 'M12 3.5v17M16 7.5c-.6-1.3-2-2-4-2-2.4 0-4 1.2-4 3s1.6 2.6 4 3.2 4 1.5 4 3.3-1.6 3-4 3c-2 0-3.5-.8-4-2.2',
  deposits: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  withdrawals: 'M12 15V4m4.5 4.5L12 4 7.5 8.5M5 20h14',
  ledger: 'M6 4h12v16H6a1.5 1.5 0 0 1-1.5-1.5v-13A1.5 1.5 0 0 1 6 4ZM4.5 18.5A1.5 1.5 0 0 1 6 17h12',
  reconcile: 'M12 4v16M7 20h10M5 8h14M5 8l-2.5 6h5zM19 8l-2.5 6h5z',
  providers: 'M9 4v5M15 4v5M6.5 9h11v3a5.5 5.5 0 0 1-11 0zM12 17.5V21',
  suspense:
    'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5h.01',
  p2p: 'M4 8.5h14m-3.5-3.5L18 8.5 14.5 12M20 15.5H6m3.5-3.5L6 15.5 9.5 19',
  coupons: 'M4 7h16v3.5a1.8 1.8 0 0 0 0 3.5V17H4v-3a1.8 1.8 0 0 0 0-3.5zM14 7v10',
  statement: 'M7 3.5h7l4 4V20a.5.5 0 0 1-.5.5h-10A.5.5 0 0 1 7 20zM14 3.5v4h4M12.5 17.5V11m-2.5 2.5 2.5-2.5 2.5 2.5',
  treasury: 'M4 9.5 12 5l8 4.5zM5.5 10v6.5M10 10v6.5M14 10v6.5M18.5 10v6.5M4 19.5h16',
  support: 'M4 5h16v11H11l-4.5 4v-4H4z',
  chats: 'M4 4.5h11v8H9l-3 3v-3H4zM10.5 15.5v1h5l3 3v-3H20v-7h-2',
  content: 'M7 3.5h7l4 4V20a.5.5 0 0 1-.5.5h-10A.5.5 0 0 1 7 20zM14 3.5v4h4M10 12h5M10 16h5',
  calendar:
    'M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM4 10h16M8.5 3.5v4M15.5 3.5v4M8 13.5h3v3H8z',
  partners: 'M9.5 3.5h5v5h-5zM3.5 15.5h5v5h-5zM15.5 15.5h5v5h-5zM12 8.5V12M6 15.5V12h12v3.5',
  site: 'M9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  staff: 'M4.5 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 0 0-7 0M10.5 13.5 19 5M16 8l2.5 2.5M13.5 10.5l1.8 1.8',
  alarms: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 6.5H4C4 16 6 15 6 10ZM10 20h4',
  audit: 'M6 21V4.5h11.5L15 8.5l2.5 4H6',
} as const
export type AreaIconName = keyof typeof paths

/** A decorative icon: what it means stands beside it in words, or in the label of its button. */
export function AreaIcon({ name }: { name: AreaIconName }) {
  return (
    <svg className="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
