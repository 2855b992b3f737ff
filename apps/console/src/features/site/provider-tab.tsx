import { call } from '@maru/client/api/client'
import type { ProviderSetting } from '@maru/contract'
import { Badge, Empty, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { providerWords } from './provider-words.ts'

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
    <SiteFrame title="제공사">
      {error ? (
        <Empty title="제공사를 불러오지 못했습니다">{errorText(error)}</Empty>
      ) : !data ? (
        <TabSkeleton />
      ) : (
        <section className="panel">
          <table className="t site-providers">
            <thead>
              <tr>
                <th scope="col">하는 일</th>
                <th scope="col">방식</th>
                <th scope="col">부르는 열쇠</th>
                <th scope="col">알림 열쇠</th>
                <th scope="col">바꾼 때</th>
                <th scope="col">
                  <span className="sr">정하기</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.providers.map((row) => (
                <Row key={row.name} row={row} onOpen={may ? () => setOpen(row) : null} />
              ))}
            </tbody>
          </table>
          <p className="said site-foot">
            비밀값은 저장 뒤 다시 볼 수 없습니다. 바꿀 때는 24시간 동안 두 열쇠를 함께 받습니다.
          </p>
        </section>
      )}
      {open && <ProviderDialog row={open} onDone={() => void refetch()} onClose={() => setOpen(null)} />}
    </SiteFrame>
  )
}

const sources = {
  OWN: ['직접', 'ok'],
  SANDBOX: ['샌드박스', 'neutral'],
  NONE: ['없음', 'warn'],
} as const

function Row({ row, onOpen }: { row: ProviderSetting; onOpen: (() => void) | null }) {
  const [word, tone] = sources[row.source]
  const act = row.source === 'OWN' ? '바꾸기' : '정하기'
  const [work, name] = providerWords[row.name] ?? [row.name, row.name]
  return (
    <tr>
      <td>
        <b>{work}</b>
        <small className="dim">{row.baseUrl ?? name}</small>
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge>
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
          {until !== null && ` ${formatDateTime(until)}까지`}
        </div>
      ))}
    </td>
  )
}
