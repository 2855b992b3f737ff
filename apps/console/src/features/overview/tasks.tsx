import type { OverviewTask } from '@maru/contract'
import { Badge, Empty, formatKrwShort } from '@maru/ui'
import { useNavigate } from 'react-router'
import { Age } from '../../parts/age.tsx'
import { AreaIcon, type AreaIconName } from '../../parts/area-icon.tsx'
import { useKeys } from '../../parts/keys.ts'

const kinds: Readonly<
  Record<OverviewTask['kind'], { title: string; icon: AreaIconName; path: (id: number) => string }>
> = {
  WITHDRAWAL: { title: '출금', icon: 'withdrawals', path: (id) => `/withdrawals/${id}` },
  DEPOSIT: { title: '입금', icon: 'deposits', path: (id) => `/deposits/${id}` },
  APPROVAL: { title: '두 번째 승인', icon: 'approvals', path: () => '/approvals' },
  SUSPENSE: { title: '미확인 입금', icon: 'suspense', path: () => '/suspense' },
  DISPUTE: { title: 'P2P 분쟁', icon: 'p2p', path: () => '/disputes' },
}
const byKey = 5

/** What a person has to look at, the oldest first; 1 to 5 open the first five. */
export function Tasks({ tasks }: { tasks: readonly OverviewTask[] }) {
  const navigate = useNavigate()
  const open = ({ kind, id }: OverviewTask) => void navigate(kinds[kind].path(id))
  useKeys(
    tasks.slice(0, byKey).map((task, nth) => ({
      key: String(nth + 1),
      ...(nth === 0 && { label: '확인할 일 열기(1–5)' }),
      run: () => open(task),
    })),
  )
  return (
    <section className="panel" aria-labelledby="tasks">
      <header>
        <h2 id="tasks">사람이 확인할 일</h2>
        {tasks.length > 0 && <Badge tone="warn">{tasks.length}</Badge>}
      </header>
      {tasks.length === 0 && (
        <Empty title="지금 확인할 일이 없습니다">입금, 출금과 승인이 들어오면 여기에 나타납니다.</Empty>
      )}
      <ul className="tasks">
        {tasks.map((task, nth) => (
          <li key={`${task.kind} ${task.id}`}>
            <button type="button" onClick={() => open(task)}>
              <AreaIcon name={kinds[task.kind].icon} />
              <span>
                <b>
                  {kinds[task.kind].title}
                  {task.won !== null && ` · ${formatKrwShort(task.won)}`}
                </b>
                <small>
                  {task.id}
                  {task.flags > 0 && ` · 위험 표시 ${task.flags}개`}
                </small>
              </span>
              {nth < byKey && <kbd>{nth + 1}</kbd>}
              <Age since={task.at} lateMs={1_200_000} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
