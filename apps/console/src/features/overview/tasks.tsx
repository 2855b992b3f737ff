import type { OverviewTask, StopLine } from '@maru/contract'
import { alarmOfTask } from '@maru/contract/alarm-kinds'
import { Badge, Empty, formatKrwShort } from '@maru/ui'
import { useNavigate } from 'react-router'
import { useAlarms } from '../../live/use-alarms.ts'
import { Age } from '../../parts/age.tsx'
import { AreaIcon, type AreaIconName } from '../../parts/area-icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { TakeAlarm } from './take-alarm.tsx'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

const kinds: Readonly<
  Record<OverviewTask['kind'], { title: string; icon: AreaIconName; path: (id: number) => string }>
> = {
  WITHDRAWAL: { title: t('withdrawal'), icon: 'withdrawals', path: (id) => `/withdrawals/${id}` },
  DEPOSIT: { title: t('deposit'), icon: 'deposits', path: (id) => `/deposits/${id}` },
  APPROVAL: { title: t('secondApproval'), icon: 'approvals', path: () => '/approvals' },
  SUSPENSE: { title: t('suspenseTask'), icon: 'suspense', path: () => '/suspense' },
  DISPUTE: { title: t('dispute'), icon: 'p2p', path: () => '/disputes' },
  PAUSED: { title: t('paused'), icon: 'reconcile', path: () => '/reconcile' },
  DISPUTE_LATE: { title: t('disputeLate'), icon: 'p2p', path: () => '/disputes' },
  STOPPED: { title: t('stopped'), icon: 'risk', path: () => '/risk' },
  UNCONFIRMED: { title: t('unconfirmedStop'), icon: 'risk', path: () => '/risk' },
  PROVIDER: { title: t('providerFails'), icon: 'providers', path: () => '/providers' },
  JOB: { title: t('jobFailed'), icon: 'overview', path: () => '/overview' },
}
const byKey = 5

/** What a person has to look at, the oldest first; 1 to 5 open the first five. */
export function Tasks({ tasks }: { tasks: readonly OverviewTask[] }) {
  const navigate = useNavigate()
  const open = ({ kind, id }: OverviewTask) => void navigate(kinds[kind].path(id))
  useKeys(
    tasks.slice(0, byKey).map((task, nth) => ({
      key: String(nth + 1),
      ...(nth === 0 && { label: t('openTask') }),
      run: () => open(task),
    })),
  )
  return (
    <section className="panel" aria-labelledby="tasks">
      <header>
        <h2 id="tasks">{t('tasks')}</h2>
        {tasks.length > 0 && <Badge tone="warn">{tasks.length}</Badge>}
      </header>
      {tasks.length === 0 && <Empty title={t('noTasks')}>{t('noTasksHint')}</Empty>}
      <ul className="tasks">
        {tasks.map((task, nth) => (
          <li key={`${task.kind} ${task.id} ${task.name}`}>
            <button type="button" onClick={() => open(task)}>
              <AreaIcon name={kinds[task.kind].icon} />
              <span>
                <b>
                  {kinds[task.kind].title}
                  {task.won !== null && ` · ${formatKrwShort(task.won)}`}
                </b>
                <small>
                  {task.name === null ? task.id : nameOf(task.name)}
                  {task.flags > 0 && t('flags', { flags: task.flags })}
                </small>
              </span>
              {nth < byKey && <kbd>{nth + 1}</kbd>}
              <Age since={task.at} lateMs={1_200_000} />
            </button>
            <AlarmOf task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is stopped, a provider or a job: the words of the house where it has some. */
const nameOf = (name: string): string =>
  name
    .split(' ')
    .map((part) => ({ ...lineWords, WITHDRAWALS: t('withdrawalsStopped') })[part as StopLine] ?? part)
    .join(' ')

function AlarmOf({ task }: { task: OverviewTask }) {
  const { data } = useAlarms()
  const { kind, subject } = alarmOfTask(task)
  const alarm = data?.alarms.find((one) => one.kind === kind && one.subject === subject)
  return alarm ? <TakeAlarm alarm={alarm} /> : null
}
