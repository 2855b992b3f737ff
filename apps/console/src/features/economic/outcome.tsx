import type { EconomicFault } from '@maru/contract'
import { formatCount } from '@maru/ui'
import { t } from './texts.ts'

/** What the check of an import found. */
export interface Checked {
  readonly added: number
  readonly changed: number
  readonly same: number
  readonly faults: readonly { readonly line: number; readonly fault: EconomicFault }[]
}

/** So many faults are listed; who mends them checks again. */
const most = 50

/** What an import would do, or which of its lines are wrong. */
export function Outcome({ checked: { added, changed, same, faults } }: { checked: Checked }) {
  if (faults.length > 0)
    return (
      <div className="eco-faults" role="alert">
        <p>{t('faults', { count: formatCount(faults.length) })}</p>
        <ul>
          {faults.slice(0, most).map(({ line, fault }) => (
            <li key={`${line} ${fault}`}>
              <b className="num">{t('line', { line })}</b> {t(fault)}
            </li>
          ))}
        </ul>
      </div>
    )
  const counts = [
    [t('added'), added],
    [t('changed'), changed],
    [t('same'), same],
  ] as const
  return (
    <div role="status">
      <dl className="kv">
        {counts.map(([label, count]) => [
          <dt key={`${label}-k`}>{label}</dt>,
          <dd key={label} className="num">
            {t('count', { count: formatCount(count) })}
          </dd>,
        ])}
      </dl>
    </div>
  )
}
