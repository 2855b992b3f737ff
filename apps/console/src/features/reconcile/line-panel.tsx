import { lineKindWord, lineStateWords } from '@maru/contract/desk-words'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { Copied } from '../../parts/copied.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import type { Opened } from './use-lines.ts'
import { adviceWords } from './words.ts'

/** One line: what each side says of it, what is between them, and what to do. */
export function LinePanel({ line, account: { provider, currency }, onClose }: Opened & { onClose: () => void }) {
  const { state, isLate, amount, fee, booked, providerRef, reference } = line
  const money = (text: string | null) => (text === null ? '없음' : formatMoney(text, currency))
  const desk = line.reason === 'WITHDRAWAL' ? '/withdrawals' : line.reason === 'DEPOSIT' ? '/deposits' : null
  return (
    <SidePanel
      title="명세의 줄"
      badges={
        <Badge tone={state === 'MATCHED' || state === 'UNDONE' ? 'neutral' : 'warn'}>{lineStateWords[state]}</Badge>
      }
      onClose={onClose}
    >
      <p className="sum">{money(amount ?? booked)}</p>
      <p className="said">{adviceWords[state]}</p>
      {isLate && <p className="said">제공사가 보통 걸리는 시간보다 늦었습니다. 대사의 어긋남으로 셉니다.</p>}
      <h3>제공사 명세</h3>
      <dl className="kv">
        <dt>제공사</dt>
        <dd>{provider}</dd>
        <dt>종류</dt>
        <dd>{lineKindWord(line.kind) || '–'}</dd>
        <dt>금액</dt>
        <dd>{money(amount)}</dd>
        <dt>수수료</dt>
        <dd>{money(fee)}</dd>
        <dt>번호</dt>
        <dd>{providerRef === null ? '–' : <Copied text={providerRef} label="제공사 번호" />}</dd>
        <dt>메모</dt>
        <dd>{reference ?? '–'}</dd>
        <dt>시각</dt>
        <dd>{line.at === null ? '–' : formatDateTime(line.at)}</dd>
      </dl>
      <h3>우리 원장</h3>
      <dl className="kv">
        <dt>금액</dt>
        <dd>{money(booked)}</dd>
        <dt>까닭</dt>
        <dd>{line.reason ?? '–'}</dd>
        <dt>신청</dt>
        <dd>
          {line.refId !== null && desk !== null ? (
            <Link className="lk" to={desk}>
              {line.refId}
            </Link>
          ) : (
            (line.refId ?? '–')
          )}
        </dd>
        <dt>전표</dt>
        <dd>{line.txnId ?? '–'}</dd>
        <dt>대사에 든 때</dt>
        <dd>{line.bookedAt === null ? '–' : formatDateTime(line.bookedAt)}</dd>
      </dl>
    </SidePanel>
  )
}
