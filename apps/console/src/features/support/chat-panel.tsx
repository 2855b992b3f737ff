import { call } from '@maru/client/api/client'
import { Badge, Button, Empty, FormError, Skeleton } from '@maru/ui'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ChatLines } from './chat-lines.tsx'
import { ChatSay } from './chat-say.tsx'
import { HandOver } from './hand-over.tsx'
import { MemberFacts } from './member-facts.tsx'
import { type OneChat, useOneChat } from './use-chats.ts'

interface Props {
  id: number
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
}
const stateWords = { WAITING: '대기', OPEN: '상담 중', ENDED: '끝남' } as const

/** One chat: who it is, what both sides say, and the line below. */
export function ChatPanel({ id, place, onClose }: Props) {
  const chat = useOneChat(id)
  const { data: row, error, isTyping } = chat
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because something was said.
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [row?.lines.length, isTyping])
  return (
    <SidePanel
      title="상담"
      badges={
        <>
          <Badge>{id}</Badge>
          {row && <Badge tone={row.state === 'WAITING' ? 'warn' : 'neutral'}>{stateWords[row.state]}</Badge>}
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        row && (
          <For permission="content" what="상담">
            <Foot chat={chat} />
          </For>
        )
      }
    >
      {row && (
        <>
          <MemberFacts id={row.memberId} name={row.name} username={row.username} />
          <h3>대화 {row.inquiryId !== null && <span className="r">문의 {row.inquiryId}로 이어집니다</span>}</h3>
          <ChatLines row={row} />
          <p className="chl-t" role="status">
            {isTyping && '회원이 쓰고 있습니다…'}
          </p>
          <div ref={end} />
        </>
      )}
      {!row && error && <Empty title="상담을 불러오지 못했습니다">{errorText(error)}</Empty>}
      {!row && !error && <Skeleton width="100%" height={160} />}
    </SidePanel>
  )
}

/** What may be done now: take it, answer, hand it over, end it. */
function Foot({ chat }: { chat: OneChat }) {
  const row = chat.data!
  const me = useMe()
  const { act, busy, failure } = useAct()
  const [isHanding, setHanding] = useState(false)
  const params = { id: String(row.id) }
  const isMine = row.staffId === me.memberId
  // What was refused may be because the page shows what is not so any more.
  const step = (done: string, run: (key: string) => Promise<NonNullable<OneChat['data']>>) =>
    void act({ run: (key) => run(key).finally(() => void chat.renew()), done, onDone: chat.takeChat })
  const take = () =>
    step('상담을 시작했습니다', (key) =>
      call('POST /api/console/chat/:id/take', { params, key, body: { reason: '상담을 시작합니다' } }),
    )
  const end = (asInquiry: boolean) =>
    step(asInquiry ? '문의로 남기고 끝냈습니다' : '상담을 끝냈습니다', (key) =>
      call('POST /api/console/chat/:id/end', { params, key, body: { reason: '상담을 끝냅니다', asInquiry } }),
    )
  useKeys([{ key: 'Enter', label: '맡기', run: take }], row.state === 'WAITING')
  useKeys([{ key: 't', label: '넘기기', run: () => setHanding(true) }], isMine && row.state === 'OPEN')
  if (row.state === 'ENDED') return <p className="locked">끝난 상담입니다</p>
  if (row.state === 'OPEN' && !isMine) return <p className="locked">{row.staffName} 님이 상담하고 있습니다</p>
  return (
    <>
      {isMine && <ChatSay chat={chat} />}
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="chl-a">
        {!isMine && (
          <Button tone="primary" size={36} aria-busy={busy} onClick={take}>
            맡기 <kbd>Enter</kbd>
          </Button>
        )}
        {isMine && (
          <Button size={36} onClick={() => setHanding(true)}>
            넘기기 <kbd>T</kbd>
          </Button>
        )}
        <Button size={36} aria-busy={busy} onClick={() => end(true)}>
          문의로 남기기
        </Button>
        <Button size={36} aria-busy={busy} onClick={() => end(false)}>
          끝내기
        </Button>
      </div>
      {isHanding && <HandOver row={row} onDone={chat.takeChat} onClose={() => setHanding(false)} />}
    </>
  )
}
