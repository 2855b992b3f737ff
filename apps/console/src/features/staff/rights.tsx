import { download } from '@maru/client/api/client'
import type { Permission, Right, StaffRole } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import { rightOf } from '@maru/contract/permissions'
import { partWords } from '@maru/contract/table-words'
import { Badge, type BadgeTone } from '@maru/ui'
import { said } from '../../parts/desk-words.ts'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { rightWords, roleWords } from '../../parts/table-words.ts'
import { t } from './texts.ts'

const tones: Readonly<Record<Right, BadgeTone>> = {
  none: 'neutral',
  read: 'neutral',
  write: 'ok',
  second: 'demo',
  ask: 'warn',
  agree: 'warn',
}
const roles = Object.keys(roleWords) as StaffRole[]
const parts = Object.entries(partWords) as [Permission, BothLanguages][]

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
                <th scope="row">{said(name)}</th>
                {roles.map((one) => {
                  const right = rightOf(one, permission)
                  return (
                    <td key={one} className={one === role ? 'is-mine' : undefined}>
                      {right === 'none' ? rightWords[right] : <Badge tone={tones[right]}>{rightWords[right]}</Badge>}
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
        <SaveCsv name={t('rolesTitle')} read={(signal) => download('GET /api/console/staff/right.csv', { signal })} />
      </footer>
    </section>
  )
}
