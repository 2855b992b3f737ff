import type { Part } from './terms.ts'
import { t } from './texts.ts'

/** How the fee rate of level 1 is shared along a chain, as a bar and in figures. */
export function ChainBar({ parts }: { parts: readonly Part[] }) {
  const total = Math.round(parts.reduce((sum, { percent }) => sum + percent, 0) * 10_000) / 10_000
  return (
    <figure className="pn-chain">
      <figcaption>{t('chainOf', { total })}</figcaption>
      <div aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <i key={name} style={{ flexGrow: Math.max(0, percent) }} />
        ))}
      </div>
      <p className="num">{parts.map(({ name, percent }) => t('chainPart', { name, percent })).join(' + ')}</p>
    </figure>
  )
}
