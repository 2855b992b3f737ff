import { call } from '@maru/client/api/client'
import { Button, FormError, formatCount, formatTime } from '@maru/ui'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { itemsOf, type Keys, type Pending } from './draft.ts'
import { refusalText } from './rules.ts'

interface Count {
  readonly at: number
  readonly orders: number
  readonly positions: number
  readonly rounds: number
  readonly bets: number
  readonly members: number
}

/** What the set would touch, counted on a copy of the house: nobody's order waits for it. */
export function Touched({ pending, keys }: { pending: readonly Pending[]; keys: Keys }) {
  const items = itemsOf(pending)
  const asked = JSON.stringify(items)
  const [counted, setCounted] = useState<{ readonly asked: string; readonly count: Count } | null>(null)
  const { act, busy, failure } = useAct()
  const count = counted?.asked === asked ? counted.count : null
  const run = () =>
    void act({
      run: (key) => call('POST /api/console/option/dry-run', { params: {}, body: { items }, key }),
      done: '세었습니다',
      onDone: (reply) => setCounted({ asked, count: reply }),
    })
  return (
    <>
      <h3>적용하면 닿는 것</h3>
      {count === null ? (
        <Button size={36} aria-busy={busy} onClick={run}>
          {busy ? '세는 중' : '닿는 것 세기'}
        </Button>
      ) : (
        <>
          <dl className="kv" aria-label="적용하면 닿는 것">
            <dt>열린 회차</dt>
            <dd>{formatCount(count.rounds)}</dd>
            <dt>참여</dt>
            <dd>{formatCount(count.bets)}</dd>
            <dt>미체결 주문</dt>
            <dd>{formatCount(count.orders)}</dd>
            <dt>열린 포지션</dt>
            <dd>{formatCount(count.positions)}</dd>
            <dt>회원</dt>
            <dd>{formatCount(count.members)}</dd>
          </dl>
          <p className="dim">{formatTime(count.at)} 계산 · 열린 회차는 그대로 끝납니다</p>
        </>
      )}
      {failure !== null && <FormError>{refusalText(failure, keys)}</FormError>}
    </>
  )
}
