/** The page of the sandbox: messages, what waits for somebody, switches, and all that was received and sent. */
import { type CallBody, providerNames } from '@maru/provider-protocol'
import { button, choice, type Html, html, page, timeText } from './html.ts'
import { playedNames, type Switches } from './switches.ts'
import { type Arrival, placeName, type TakenCall, type World } from './world.ts'

const shownAtMost = 40

const callLabels = [
  ['normal', '정상'],
  ['refuse', '거절'],
  ['silent', '처리하고 응답 없음'],
  ['broken', '오류 500'],
  ['slow', '처리하고 늦게 응답'],
  ['unsigned', '서명 없는 응답'],
] as const
const webhookLabels = [
  ['normal', '정상'],
  ['twice', '두 번'],
  ['late', '늦게 (10배)'],
  ['lost', '보내지 않음'],
  ['unsigned', '서명 없음'],
  ['wrong-key', '잘못된 서명'],
  ['amount', '다른 금액'],
] as const

export function mainPage(world: World, isOnThisMachine: boolean): string {
  const calls = world.calls.newest().slice(0, 500)
  const open = calls.filter(isOpen).slice(0, shownAtMost)
  const coins = world.arrivals
    .newest()
    .filter(({ to, state }) => to !== undefined && state !== 'REVERSED')
    .slice(0, shownAtMost)
  return page(
    '마루 샌드박스',
    html`<h1>마루 샌드박스</h1>
<p>은행·코인·P2P·본인인증·문자·메일을 대신하는 모의 제공사입니다. 여기서 실제로 나가는 것은 없습니다.</p>
<p><a href="/">새로 고침</a></p>
<h2>보낸 메시지 (인증번호)</h2>${world
      .messagesFor(isOnThisMachine)
      .slice(0, shownAtMost)
      .map(
        ({ kind, to, text, at }) =>
          html`<div class="card"><span class="dim">${kind === 'sms' ? '문자' : '메일'} · ${to} · ${timeText(at)}</span><pre>${text}</pre></div>`,
      )}
<h2>대기 중인 작업</h2>${open.map(waiting)}${coins.map(sentCoins)}
<h2>직접 입금</h2>${ownDeposit()}${ownCoins()}
<h2>스위치</h2>${button('/switches', '모두 정상으로', { calls: 'normal', webhooks: 'normal', delayMs: '3000', paysItself: '1' })}
${playedNames.map((name) => switches(name, world.switches.of(name)))}
<h2>송수신 기록</h2>${world
      .exchangesFor(isOnThisMachine)
      .slice(0, 100)
      .map(
        ({ siteId, provider, at, direction, what, body, answer }) =>
          html`<details class="card"><summary>${direction === 'in' ? '←' : '→'} ${provider} · ${what} <span class="dim">사이트 ${siteId} · ${timeText(at)} · ${answer.slice(0, 60)}</span></summary><pre>${body}</pre><pre>${answer}</pre></details>`,
      )}`,
  )
}

const isOpen = (call: TakenCall): boolean =>
  (call.kind === 'payment' && !call.paid) || (call.kind === 'payout' && call.state !== 'FAILED') || call.kind === 'p2p'

function waiting(call: TakenCall): Html {
  const key = `${placeName(call)} ${call.body.idempotencyKey}`
  return html`<div class="card"><div>${titleOf(call)}</div><div class="dim">${call.provider} · 사이트 ${call.siteId} · ${call.body.idempotencyKey} · ${call.state} · ${timeText(call.at)}</div><div class="row">${actionsOf(call, key)}</div></div>`
}

function titleOf({ kind, body }: TakenCall): string {
  if (kind === 'payment') {
    const { amount, currency, payer, method } = body as CallBody<'payment'>
    return method === 'address' ? `${currency} 주소` : `입금 요청 ${amount ?? ''} ${currency} ${payer ?? ''}`
  }
  if (kind === 'payout') {
    const { amount, currency } = body as CallBody<'payout'>
    return `출금 ${amount} ${currency}`
  }
  const { side, won, merchant, step } = body as CallBody<'p2p'>
  return `P2P ${side} ${won}원 · ${merchant} · ${step}`
}

function actionsOf({ kind, body }: TakenCall, key: string): Html[] {
  if (kind === 'payout') return [button('/payouts/return', '반환하기', { key })]
  if (kind === 'p2p')
    return [
      button('/p2p', '상인이 확인', { key, state: 'RELEASED' }),
      button('/p2p', '입금됨', { key, state: 'PAID' }),
      button('/p2p', '취소', { key, state: 'CANCELED' }),
      button('/p2p', '분쟁', { key, state: 'DISPUTED' }),
    ]
  const { method } = body as CallBody<'payment'>
  if (method !== 'address') return [button('/payments/pay', '이 입금 결제하기', { key })]
  return [
    html`<form method="post" action="/payments/coins" class="row"><input type="hidden" name="key" value="${key}"><label>수량 <input name="amount" inputmode="decimal" value="0.1" size="8" required></label><button>코인 보내기</button></form>`,
  ]
}

const sentCoins = ({ siteId, provider, providerRef, amount, currency, confirmations }: Arrival): Html =>
  html`<div class="card"><div>코인 ${amount} ${currency}</div><div class="dim">${provider} · 사이트 ${siteId} · ${providerRef} · 확인 ${confirmations ?? 0}</div><div class="row">${button('/coins/forget', '체인에서 되돌리기', { providerRef })}</div></div>`

const ownDeposit = (): Html => html`<form method="post" action="/deposits" class="card row">
<label>사이트 <input name="siteId" value="1" size="3" inputmode="numeric" required></label>
${choice(
  'provider',
  '제공사',
  providerNames.map((name) => [name, name] as const),
  'bank',
)}
<label>금액 <input name="amount" value="50000" size="10" inputmode="decimal" required></label>
<label>통화 <input name="currency" value="KRW" size="5" required></label>
<label>보내는 사람 <input name="payer" value="김마루" size="8"></label>
<label>메모 <input name="reference" size="14"></label><button>보내기</button></form>`

const ownCoins = (): Html => html`<form method="post" action="/coins" class="card row">
<label>사이트 <input name="siteId" value="1" size="3" inputmode="numeric" required></label>
<label>코인 <input name="coin" value="USDT" size="5" required></label><label>네트워크 <input name="network" value="TRC20" size="7" required></label>
<label>주소 <input name="address" size="24" required></label><label>태그 <input name="tag" size="8"></label>
<label>수량 <input name="amount" value="100" size="8" inputmode="decimal" required></label>
<button>코인 보내기</button></form>`

const switches = (name: string, { calls, webhooks, delayMs, paysItself }: Switches): Html =>
  html`<form method="post" action="/switches" class="card row"><strong>${name}</strong><input type="hidden" name="provider" value="${name}">
${choice('calls', '호출', callLabels, calls)}${choice('webhooks', '알림', webhookLabels, webhooks)}
<label>지연 ms <input name="delayMs" value="${delayMs}" size="6" inputmode="numeric"></label>
${choice(
  'paysItself',
  '자동 입금',
  [
    ['1', '켬'],
    ['', '끔'],
  ],
  paysItself ? '1' : '',
)}<button>저장</button></form>`
