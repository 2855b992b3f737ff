import { call } from '@maru/client/api/client'
import { Badge, Button, Empty, FormError, Skeleton } from '@maru/ui'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { TakenBy } from '../../parts/taken-by.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ChatLines } from './chat-lines.tsx'
import { ChatSay } from './chat-say.tsx'
import { HandOver } from './hand-over.tsx'
import { MemberFacts } from './member-facts.tsx'
import { t } from './texts.ts'
import { type OneChat, useOneChat } from './use-chats.ts'

interface Props {
  id: number
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
}
const stateWords = { WAITING: t('waiting'), OPEN: t('open'), ENDED: t('ended') } as const

/** One chat: who it is, what both sides say, and the line below. */
export function ChatPanel({ id, place, onClose }: Props) {
  const chat = useOneChat(id)
  const { data: row, error, isTyping } = chat
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because something was said.
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [row?.lines.length, isTyping])
  return (
    <SidePanel
      title={t('chat')}
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
          <For permission="content" what={t('chat')}>
            <Foot chat={chat} />
          </For>
        )
      }
    >
      {row && (
        <>
          <MemberFacts id={row.memberId} name={row.name} username={row.username} />
          <h3>
            {t('talk')} {row.inquiryId !== null && <span className="r">{t('asInquiry', { id: row.inquiryId })}</span>}
          </h3>
          <ChatLines row={row} />
          <p className="chl-t" role="status">
            {isTyping && t('typing')}
          </p>
          <div ref={end} />
        </>
      )}
      {!row && error && <Empty title={t('chatFailed')}>{errorText(error)}</Empty>}
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
    step(t('started'), (key) =>
      call('POST /api/console/chat/:id/take', { params, key, body: { reason: t('startReason') } }),
    )
  const end = (asInquiry: boolean) =>
    step(asInquiry ? t('keptAsInquiry') : t('endedNow'), (key) =>
      call('POST /api/console/chat/:id/end', { params, key, body: { reason: t('endReason'), asInquiry } }),
    )
  useKeys([{ key: 'Enter', label: t('take'), run: take }], row.state === 'WAITING')
  useKeys([{ key: 't', label: t('hand'), run: () => setHanding(true) }], isMine && row.state === 'OPEN')
  if (row.state === 'ENDED') return <p className="locked">{t('over')}</p>
  const { staffId } = row
  if (row.state === 'OPEN' && staffId !== null && !isMine)
    return (
      <TakenBy
        name={row.staffName}
        heldBy={(name) => t('withStaff', { name })}
        title={t('takeChatTitle')}
        takeOver={({ reason, key }) =>
          call('POST /api/console/chat/:id/take', { params, key, body: { reason, from: staffId } })
        }
        onDone={chat.renew}
      />
    )
  return (
    <>
      {isMine && <ChatSay chat={chat} />}
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="chl-a">
        {!isMine && (
          <Button tone="primary" size={36} aria-busy={busy} onClick={take}>
            {t('take')} <kbd>Enter</kbd>
          </Button>
        )}
        {isMine && (
          <Button size={36} onClick={() => setHanding(true)}>
            {t('hand')} <kbd>T</kbd>
          </Button>
        )}
        <Button size={36} aria-busy={busy} onClick={() => end(true)}>
          {t('keepInquiry')}
        </Button>
        <Button size={36} aria-busy={busy} onClick={() => end(false)}>
          {t('end')}
        </Button>
      </div>
      {isHanding && <HandOver row={row} onDone={chat.takeChat} onClose={() => setHanding(false)} />}
    </>
  )
}
