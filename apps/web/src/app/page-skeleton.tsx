import { useTexts } from '@maru/client/i18n/texts'
import { Skeleton } from '@maru/ui'
import { appTexts } from '../shell/texts.ts'
import type { RouteMeta } from './route-meta.ts'

type Block = readonly [width: number | string, height: number]

const rows: readonly Block[] = Array(7).fill(['100%', 36])
/** Outlines of pages, from the top: what stands there when the page has come. Between two blocks lie 16 px. */
const shapes = {
  // Price, chart, kind of order, book and order fields, the two order buttons.
  trade: [
    [168, 40],
    ['100%', 120],
    ['100%', 44],
    ['100%', 352],
    ['100%', 56],
  ],
  // Brand, headline, two fields with their labels, choice, button.
  sign: [
    [120, 28],
    ['72%', 72],
    [64, 14],
    ['100%', 52],
    [64, 22],
    ['100%', 52],
    [96, 24],
    ['100%', 52],
  ],
  // Sum, the same in won, tiles, shares, then a list.
  wallet: [[96, 14], [216, 32], [160, 6], ['100%', 68], ['100%', 112], ...rows.slice(3)],
  text: [
    ['58%', 24],
    ['100%', 64],
    ['58%', 24],
    ['100%', 64],
  ],
  list: rows,
} as const satisfies Record<string, readonly Block[]>

const shapeOf = ({ trades, layout }: RouteMeta): keyof typeof shapes => {
  if (trades) return 'trade'
  if (layout === 'Sign') return 'sign'
  if (layout === 'Wallet') return 'wallet'
  return layout === 'No' ? 'text' : 'list'
}

/** A page that is on its way, in the shape of what will stand there. */
export function PageSkeleton({ meta }: { meta: RouteMeta }) {
  const t = useTexts(appTexts)
  const shape = shapeOf(meta)
  return (
    <main id="main" className={`page-skel is-${shape}`} aria-busy="true">
      <span className="sr">{t('loading')}</span>
      {meta.trades && <span className="page-skel-h" />}
      {shapes[shape].map(([width, height], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order.
        <Skeleton key={index} width={width} height={height} />
      ))}
    </main>
  )
}
