import type { StaffAct } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { textOf, whatOf } from './words.ts'

interface Props {
  row: StaffAct
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
}

/** One act: who, why, what it changed, and its place in the chain. */
export function ActPanel({ row, place, onClose }: Props) {
  const said = Object.entries(row.said)
  return (
    <SidePanel title={whatOf(row)} place={place} onClose={onClose}>
      <dl className="kv">
        <dt>직원</dt>
        <dd className="num">{row.staffId}</dd>
        <dt>언제</dt>
        <dd className="num">{formatDateTime(row.at)}</dd>
        <dt>대상</dt>
        <dd className="num">{row.subjectId ?? '–'}</dd>
        <dt>사유</dt>
        <dd>{row.reason || '–'}</dd>
        <dt>두 번째 사람</dt>
        <dd className="num">{row.approvedBy ?? '–'}</dd>
        <dt>거절</dt>
        <dd>{row.refusal ?? '–'}</dd>
        <dt>요청</dt>
        <dd>{row.request === null ? '–' : <Copied text={row.request} label="요청 번호" />}</dd>
      </dl>
      <h3>이전 → 이후</h3>
      {row.changes.length === 0 && <p className="said">바뀐 행이 없습니다</p>}
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
          <h3>보낸 것</h3>
          <dl className="kv">
            {said.map(([name, value]) => (
              <Said key={name} name={name} value={textOf(value)} />
            ))}
          </dl>
        </>
      )}
      <h3>해시 체인</h3>
      <dl className="kv">
        <dt>순번</dt>
        <dd className="num">{row.seq ?? '봉인 중'}</dd>
        <dt>해시</dt>
        <dd>{row.hash === null ? '5초 안에 봉인됩니다' : <Copied text={row.hash} label="해시" />}</dd>
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
