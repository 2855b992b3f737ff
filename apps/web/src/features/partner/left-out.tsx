import { useTexts } from '@maru/client/i18n/texts'
import type { CommissionType, ProfitRow } from '@maru/contract'
import { formatKrw, Icon, Sheet } from '@maru/ui'
import { useState } from 'react'
import { Facts } from '../../lists/facts.tsx'
import { partnerTexts } from './texts.ts'
import { typeKeys } from './words.ts'

const rules = ['leftOutOwn', 'leftOutVoid', 'leftOutOpposed', 'leftOutRest'] as const
const types: readonly CommissionType[] = ['FEE', 'ROLL', 'LOSS']

/** What brings the partner nothing, and why. */
export function LeftOut({ rows }: { rows: readonly ProfitRow[] }) {
  const t = useTexts(partnerTexts)
  const [isOpen, setOpen] = useState(false)
  const sums = types.map((type) => {
    const own = rows.filter((row) => row.type === type).map(({ leftOut }) => leftOut)
    return {
      type,
      members: own.reduce((sum, { members }) => sum + members, 0),
      base: own.reduce((sum, { base }) => sum + BigInt(base), 0n),
    }
  })
  const count = Math.max(...sums.map(({ members }) => members))
  const title = t('leftOutTitle')
  return (
    <>
      <button type="button" className="ptn-o" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? t('leftOut', { count }) : title}
        <Icon name="right" small />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title} className="ptn-r">
        {count > 0 && (
          <Facts
            facts={sums
              .filter(({ members }) => members > 0)
              .map(({ type, members, base }) => [
                t('leftOutRow', { type: t(typeKeys[type]), count: members }),
                formatKrw(base),
              ])}
          />
        )}
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{t(rule)}</li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
