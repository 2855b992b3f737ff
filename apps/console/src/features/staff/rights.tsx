import type { Permission, Right, StaffRole } from '@maru/contract'
import { rightOf } from '@maru/contract/permissions'
import { Badge, type BadgeTone } from '@maru/ui'
import { roleWords } from '../../parts/may.tsx'
import { t } from './texts.ts'

const words: Readonly<Record<Right, readonly [text: string, tone: BadgeTone]>> = {
  none: ['–', 'neutral'],
  read: [t('read'), 'neutral'],
  write: [t('write'), 'ok'],
  second: [t('writeTwo'), 'demo'],
  ask: [t('ask'), 'warn'],
  agree: [t('approve'), 'warn'],
}
const roles = Object.keys(roleWords) as StaffRole[]
const parts: readonly (readonly [Permission, string])[] = [
  ['sites', t('partSites')],
  ['options', t('partOptions')],
  ['members', t('partMembers')],
  ['money', t('partMoney')],
  ['suspense', t('partSuspense')],
  ['bonus', t('partBonus')],
  ['coupons', t('partCoupons')],
  ['disputes', t('partDisputes')],
  ['freeze', t('partCap')],
  ['stopTrading', t('partStopTrading')],
  ['stopWithdrawals', t('partStopWithdrawals')],
  ['treasury', t('partTreasury')],
  ['riskGroups', t('partLinks')],
  ['staff', t('partStaff')],
  ['audit', t('partAudit')],
  ['results', t('partResults')],
]

/** What each role may do: the server's own table. */
export function Rights({ role }: { role: StaffRole | null }) {
  return (
    <section className="panel rights">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" aria-label={t('tableLabel')} tabIndex={0}>
        <table className="t" aria-label={t('rolesTitle')}>
          <thead>
            <tr>
              <th scope="col">{t('rolesTitle')}</th>
              {roles.map((one) => (
                <th key={one} scope="col" className={one === role ? 'is-mine' : undefined}>
                  {roleWords[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(([permission, name]) => (
              <tr key={permission}>
                <th scope="row">{name}</th>
                {roles.map((one) => {
                  const [text, tone] = words[rightOf(one, permission)]
                  return (
                    <td key={one} className={one === role ? 'is-mine' : undefined}>
                      {text === '–' ? text : <Badge tone={tone}>{text}</Badge>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer className="foot">
        <span>{t('rolesHint')}</span>
      </footer>
    </section>
  )
}
