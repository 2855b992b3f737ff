import type { ListedAct } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { t } from './texts.ts'
import { textOf, whatOf } from './words.ts'

interface Props {
  row: ListedAct
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
}

/** One act: who, why, what it changed, and its place in the chain. */
export function ActPanel({ row, place, onClose }: Props) {
  const said = Object.entries(row.said)
  return (
    <SidePanel title={whatOf(row)} place={place} onClose={onClose}>
      <dl className="kv">
        <dt>{t('staff')}</dt>
        <dd>
          {row.staffName} <span className="num dim">{row.staffId}</span>
        </dd>
        <dt>{t('what')}</dt>
        <dd>
          <code>{row.action}</code>
        </dd>
        <dt>{t('when')}</dt>
        <dd className="num">{formatDateTime(row.at)}</dd>
        <dt>{t('subject')}</dt>
        <dd>
          {row.subjectName} <span className="num dim">{row.subjectId ?? '–'}</span>
        </dd>
        <dt>{t('reason')}</dt>
        <dd>{row.reason || '–'}</dd>
        <dt>{t('second')}</dt>
        <dd>
          {row.approvedByName ?? '–'} {row.approvedBy !== null && <span className="num dim">{row.approvedBy}</span>}
        </dd>
        <dt>{t('refused')}</dt>
        <dd>{row.refusal ?? '–'}</dd>
        <dt>{t('request')}</dt>
        <dd>{row.request === null ? '–' : <Copied text={row.request} label={t('requestNumber')} />}</dd>
      </dl>
      <h3>{t('beforeAfter')}</h3>
      {row.changes.length === 0 && <p className="said">{t('noRows')}</p>}
      {row.changes.map((change) => (
        <section key={`${change.table} ${change.row}`} className="diff">
          <p>
            {change.table} <code>{change.row}</code>
          </p>
          <dl>
            {Object.keys(change.after).map((field) => (
              <div key={field}>
                <dt>{field}</dt>
                {change.before !== null && <dd className="was">− {textOf(change.before[field])}</dd>}
                <dd>+ {textOf(change.after[field])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {said.length > 0 && (
        <>
          <h3>{t('sent')}</h3>
          <dl className="kv">
            {said.map(([name, value]) => (
              <Said key={name} name={name} value={textOf(value)} />
            ))}
          </dl>
        </>
      )}
      <h3>{t('chain')}</h3>
      <dl className="kv">
        <dt>{t('seq')}</dt>
        <dd className="num">{row.seq ?? t('sealing')}</dd>
        <dt>{t('hash')}</dt>
        <dd>{row.hash === null ? t('sealsSoon') : <Copied text={row.hash} label={t('hash')} />}</dd>
      </dl>
    </SidePanel>
  )
}

const Said = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
