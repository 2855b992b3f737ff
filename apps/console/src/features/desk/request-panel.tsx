import { call } from '@maru/client/api/client'
import type { DeskRequest } from '@maru/contract'
import { Badge, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { RiskFlags } from '../../parts/risk-flags.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useMe, useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { MemberContext } from './member-context.tsx'
import { PayeeFacts } from './payee-facts.tsx'
import { RequestActions } from './request-actions.tsx'
import { FourEyes, RequestHead } from './request-head.tsx'
import { RequestLog } from './request-log.tsx'
import { RequestNotes } from './request-notes.tsx'
import { t } from './texts.ts'
import { isOpen, kindWords } from './words.ts'

interface Props {
  id: string
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** One request: what → who agreed so far → what is odd → the member → what was done, and the action below. */
export function RequestPanel({ id, place, onClose, onChanged }: Props) {
  const me = useMe()
  const siteId = useSiteId()
  const query = useQuery({
    queryKey: ['dnw', 'one', siteId, id],
    queryFn: () => call('GET /api/console/dnw/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : deskPollMs),
  })
  const row = query.data
  const changed = () => {
    void query.refetch()
    onChanged()
  }
  return (
    <SidePanel
      title={row ? t('requestOf', { kind: kindWords[row.type === 'D' ? 'D' : 'W'] }) : t('request')}
      badges={
        <>
          <Badge>{id}</Badge>
          {row?.takenBy === me.memberId && isOpen(row) && <Badge tone="ok">{t('takenByMe')}</Badge>}
        </>
      }
      place={place}
      onClose={onClose}
      footer={row && <RequestActions row={row} onChanged={changed} />}
    >
      {row ? <Record row={row} onChanged={changed} /> : <Waiting error={query.error} />}
    </SidePanel>
  )
}

function Record({ row, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  return (
    <>
      <RequestHead row={row} />
      <PayeeFacts row={row} />
      <FourEyes row={row} />
      <h3>
        {t('riskCheck')} {row.flagWords.length > 0 && <Badge tone="warn">{row.flagWords.length}</Badge>}
      </h3>
      {row.flagWords.length === 0 ? (
        <p className="said">{t('nothingFlagged')}</p>
      ) : (
        <RiskFlags flagWords={row.flagWords} />
      )}
      <RequestNotes row={row} onChanged={onChanged} />
      <MemberContext row={row} />
      <RequestLog row={row} />
    </>
  )
}

function Waiting({ error }: { error: unknown }) {
  if (error) return <Empty title={t('failed')}>{errorText(error)}</Empty>
  return (
    <div className="pad-all" aria-busy="true">
      <Skeleton width={180} height={28} />
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={96} />
    </div>
  )
}
