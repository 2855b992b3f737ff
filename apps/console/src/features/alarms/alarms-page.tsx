import './alarms.css'
import { call } from '@maru/client/api/client'
import type { AlarmAddress } from '@maru/contract'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { alarmWords } from '../../parts/alarm-words.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { roleWords } from '../../parts/table-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { AlarmDialog, SecretDialog } from './alarm-dialog.tsx'
import { t } from './texts.ts'
import { channelWords } from './words.ts'

type Doing = { readonly act: 'add' } | { readonly act: 'remove' | 'try'; readonly row: AlarmAddress }

/** Where alarms go: by mail, to a webhook or to Slack, by role and hour. */
export default function AlarmsPage() {
  const siteId = useSiteId()
  const may = useMay('alarmAddresses')
  const [doing, setDoing] = useState<Doing | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['alarm-addresses', siteId],
    queryFn: () => call('GET /api/console/alarm_address'),
  })
  const ends = { onDone: () => void refetch(), onClose: () => setDoing(null) }
  return (
    <Page
      title={t('title')}
      tools={
        may && (
          <Button size={36} tone="primary" onClick={() => setDoing({ act: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      {error ? (
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      ) : !data ? (
        <Skeleton width="100%" height={240} />
      ) : (
        <section className="panel">
          {data.addresses.length === 0 ? (
            <Empty title={t('none')}>{t('noneHint')}</Empty>
          ) : (
            <Addresses rows={data.addresses} onDo={setDoing} />
          )}
          <p className="said alarm-foot">{t('hint')}</p>
        </section>
      )}
      {doing?.act === 'add' && (
        <AlarmDialog
          onAdded={(made) => {
            setSecret(made)
            void refetch()
          }}
          onClose={ends.onClose}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {doing?.act === 'remove' && <RemoveDialog row={doing.row} {...ends} />}
      {doing?.act === 'try' && <TryDialog row={doing.row} {...ends} />}
    </Page>
  )
}

interface Act {
  row: AlarmAddress
  onDone: () => void
  onClose: () => void
}

const RemoveDialog = ({ row, ...ends }: Act) => (
  <ActionDialog
    title={t('removeTitle', { shown: row.shown })}
    confirm={t('remove')}
    tone="danger"
    done={t('removed')}
    canned={[t('whyChanged')]}
    run={({ reason, key }) =>
      call('POST /api/console/alarm_address/:id/remove', { params: { id: String(row.id) }, body: { reason }, key })
    }
    {...ends}
  />
)

const TryDialog = ({ row, ...ends }: Act) => (
  <ActionDialog
    title={t('tryTitle')}
    confirm={t('tryConfirm')}
    done={t('tried')}
    canned={[t('try')]}
    run={({ reason, key }) =>
      call('POST /api/console/alarm_address/:id/try', { params: { id: String(row.id) }, body: { reason }, key })
    }
    {...ends}
  />
)

const hourText = (hour: number): string => t('hourOf', { hour })

function Addresses({ rows, onDo }: { rows: readonly AlarmAddress[]; onDo: (doing: Doing) => void }) {
  const may = useMay('alarmAddresses')
  return (
    <table className="t">
      <thead>
        <tr>
          <th scope="col">{t('role')}</th>
          <th scope="col">{t('channel')}</th>
          <th scope="col">{t('kinds')}</th>
          <th scope="col">{t('hours')}</th>
          <th scope="col">
            <span className="sr">{t('todo')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{roleWords[row.role]}</td>
            <td>
              <b>{channelWords[row.channel]}</b> {row.shown}
            </td>
            <td className="alarm-kinds">{row.kinds.map((kind) => alarmWords[kind]).join(', ')}</td>
            <td>{row.fromHour === row.toHour ? t('allDay') : `${hourText(row.fromHour)}–${hourText(row.toHour)}`}</td>
            <td className="r alarm-acts">
              {may && (
                <>
                  <button type="button" className="lk" onClick={() => onDo({ act: 'try', row })}>
                    {t('try')}
                  </button>
                  <button type="button" className="lk" onClick={() => onDo({ act: 'remove', row })}>
                    {t('remove')}
                  </button>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
