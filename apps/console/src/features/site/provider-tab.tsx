import { call, download } from '@maru/client/api/client'
import type { ProviderSetting } from '@maru/contract'
import { Badge, Empty, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { providerSourceWords, providerWorkWord } from '../../parts/table-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { providerNames } from './provider-words.ts'
import { SecretHalves } from './secret-halves.tsx'
import { t } from './texts.ts'

/** Who provides what to a site: where each is reached and which keys are set, never the keys themselves. */
export default function ProviderTab() {
  const siteId = useSiteId()
  const may = useMay('secrets')
  const [open, setOpen] = useState<ProviderSetting | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['site-providers', siteId],
    queryFn: () => call('GET /api/console/site/provider'),
    refetchInterval: deskPollMs,
  })
  return (
    <SiteFrame
      title={t('provider')}
      tools={
        <SaveCsv name={t('provider')} read={(signal) => download('GET /api/console/site/provider.csv', { signal })} />
      }
    >
      {error ? (
        <Empty title={t('providersFailed')}>{errorText(error)}</Empty>
      ) : !data ? (
        <TabSkeleton />
      ) : (
        <>
          <SecretHalves halves={data.halves} onSeen={() => void refetch()} />
          <section className="panel">
            <table className="t site-providers">
              <thead>
                <tr>
                  <th scope="col">{t('does')}</th>
                  <th scope="col">{t('way')}</th>
                  <th scope="col">{t('callKey')}</th>
                  <th scope="col">{t('noticeKey')}</th>
                  <th scope="col">{t('changedAt')}</th>
                  <th scope="col">
                    <span className="sr">{t('set')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.providers.map((row) => (
                  <Row key={row.name} row={row} onOpen={may ? () => setOpen(row) : null} />
                ))}
              </tbody>
            </table>
            <p className="said site-foot">{t('secretHint')}</p>
          </section>
        </>
      )}
      {open && <ProviderDialog row={open} onDone={() => void refetch()} onClose={() => setOpen(null)} />}
    </SiteFrame>
  )
}

const tones = { OWN: 'ok', SANDBOX: 'neutral', NONE: 'warn' } as const

function Row({ row, onOpen }: { row: ProviderSetting; onOpen: (() => void) | null }) {
  const act = row.source === 'OWN' ? t('change') : t('set')
  const work = providerWorkWord(row.name)
  const name = providerNames[row.name] ?? row.name
  return (
    <tr>
      <td>
        <b>{work}</b>
        <small className="dim">{row.baseUrl ?? name}</small>
      </td>
      <td>
        <Badge tone={tones[row.source]}>{providerSourceWords[row.source]}</Badge>
      </td>
      <Keys keys={row.call} />
      <Keys keys={row.webhook} />
      <td className="num">{row.updatedAt === null ? '–' : formatDateTime(row.updatedAt)}</td>
      <td className="r">
        {onOpen && (
          <button type="button" className="lk" onClick={onOpen} aria-label={`${work} ${name} ${act}`}>
            {act}
          </button>
        )}
      </td>
    </tr>
  )
}

function Keys({ keys }: { keys: ProviderSetting['call'] }) {
  if (keys.length === 0) return <td className="dim">–</td>
  return (
    <td className="num">
      {keys.map(({ id, lastFour, until }) => (
        <div key={id} className={until === null ? undefined : 'dim'}>
          {id} ····{lastFour}
          {until !== null && t('untilShort', { until: formatDateTime(until) })}
        </div>
      ))}
    </td>
  )
}
