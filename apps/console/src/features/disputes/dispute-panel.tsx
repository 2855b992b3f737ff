import { call } from '@maru/client/api/client'
import type { DeskP2pOrder } from '@maru/contract'
import { p2pStateWords } from '@maru/contract/desk-words'
import { Badge, Button, formatDateTime, formatKrw, formatTime, formatUsdt } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useKeys } from '../../parts/keys.ts'
import { For, useMay } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useSiteId } from '../../session/staff.ts'
import { Evidence } from './evidence.tsx'
import { causeOf, sideWords, tellerWords } from './words.ts'

interface Props {
  row: DeskP2pOrder
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** One order: what both sides said, the pictures they sent, and the decision that CS proposes and FINANCE agrees to. */
export function DisputePanel({ row, place, onClose, onChanged }: Props) {
  const siteId = useSiteId()
  const [decision, setDecision] = useState<'RELEASE' | 'RETURN' | null>(null)
  const { data } = useQuery({
    queryKey: ['p2p', 'one', siteId, row.id, row.version],
    queryFn: () => call('GET /api/console/p2p/:id', { params: { id: String(row.id) } }),
  })
  useKeys(
    [
      { key: 'a', label: '코인 지급', run: () => setDecision('RELEASE') },
      { key: 'r', label: '되돌리기', run: () => setDecision('RETURN') },
    ],
    useMay('disputes') && row.state === 'DISPUTED',
  )
  return (
    <SidePanel
      title="P2P 주문"
      badges={
        <>
          <Badge>{row.id}</Badge>
          <Badge tone={row.state === 'DISPUTED' ? 'warn' : 'neutral'}>{p2pStateWords[row.state]}</Badge>
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        row.state === 'DISPUTED' && (
          <For permission="disputes" what="결정">
            <div className="act2">
              <Button onClick={() => setDecision('RETURN')}>
                되돌리기 <kbd>R</kbd>
              </Button>
              <Button tone="primary" onClick={() => setDecision('RELEASE')}>
                코인 지급 <kbd>A</kbd>
              </Button>
            </div>
          </For>
        )
      }
    >
      <p className="sum">{formatKrw(row.won)}</p>
      <p className="said">
        {row.name} {sideWords[row.side]} · {formatUsdt(row.point)} USDT · {row.merchant}
      </p>
      <h3>주문</h3>
      <dl className="kv">
        <dt>까닭</dt>
        <dd>{causeOf(row) || '–'}</dd>
        <dt>계좌</dt>
        <dd>{row.account ?? '–'}</dd>
        <dt>메모</dt>
        <dd>{row.memo || '–'}</dd>
        <dt>주문한 때</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>코인</dt>
        <dd>{row.isHeld ? '따로 잡아 두었습니다' : '잡혀 있지 않습니다'}</dd>
      </dl>
      <h3>양쪽의 말</h3>
      <ul className="log">
        {data?.statements.map(({ id, teller, text, fileIds, at }) => (
          <li key={id}>
            <time>{formatTime(at)}</time>
            <span>
              <b>{tellerWords[teller]}</b> {text}
              {fileIds.map((fileId) => (
                <Evidence key={fileId} orderId={row.id} fileId={fileId} />
              ))}
            </span>
          </li>
        ))}
        {data?.statements.length === 0 && <li>아직 말한 것이 없습니다</li>}
      </ul>
      {decision !== null && (
        <ActionDialog
          title={decision === 'RELEASE' ? '코인을 지급합니다' : '코인을 되돌립니다'}
          confirm="재무에 승인 요청"
          done="결정을 냈습니다"
          changes={[
            {
              name: `${formatUsdt(row.point)} USDT`,
              before: '잡아 둠',
              after: (decision === 'RELEASE') === (row.side === 'BUY') ? '회원에게' : '판매자에게',
            },
          ]}
          run={({ reason, key }) =>
            call('POST /api/console/p2p/:id/decide', {
              params: { id: String(row.id) },
              body: { reason, version: row.version, decision },
              key,
            })
          }
          onDone={onChanged}
          onClose={() => setDecision(null)}
        />
      )}
    </SidePanel>
  )
}
