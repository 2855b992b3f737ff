import { call } from '@maru/client/api/client'
import type { Alarm } from '@maru/contract'
import { Button, formatTime } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../parts/may.tsx'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** Takes the alarm of a task, or says who has: it is not repeated then. */
export function TakeAlarm({ alarm }: { alarm: Alarm }) {
  const may = useMay('alarms')
  const cache = useQueryClient()
  const { act, busy, failure } = useAct()
  const { id, takenByName, takenAt } = alarm
  if (takenAt !== null)
    return (
      <small className="taken">
        {t('alarmTaken', { name: takenByName ?? '', at: formatTime(takenAt).slice(0, 5) })}
      </small>
    )
  if (!may) return null
  const take = () =>
    void act({
      run: (key) => call('POST /api/console/alarm/:id/take', { params: { id: String(id) }, body: {}, key }),
      done: t('tookAlarm'),
      onDone: () => void cache.invalidateQueries({ queryKey: ['alarms'] }),
    })
  return (
    <span className="taken">
      {failure !== null && (
        <small role="alert" className="over">
          {errorText(failure)}
        </small>
      )}
      <Button size={36} onClick={take} aria-busy={busy}>
        {t('takeAlarm')}
      </Button>
    </span>
  )
}
