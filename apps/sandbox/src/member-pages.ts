/** Pages that a member sees at a provider: by a signed link, or to prove who he is. */
import { type CallBody, demoKeys, isProviderName, verifyLink } from '@maru/provider-protocol'
import { identityCall } from './actions.ts'
import { html, page } from './html.ts'
import type { Stage } from './play.ts'

const link = /^\/providers\/([1-9]\d{0,15})\/([a-z0-9-]{1,30})\/(charge|login|pay|qr)\?/

/** A page with its status, or null where the address is none of these. */
export function memberPage(stage: Stage, host: string, path: string): { status: number; body: string } | null {
  const identity = /^\/identity\/([\w-]+)$/.exec(path)
  if (identity !== null) return identityPage(stage, identity[1] as string)
  const match = link.exec(path)
  if (match === null || !isProviderName(match[2] ?? '')) return null
  const [, site = '', provider = ''] = match
  const verdict = verifyLink({ host, path }, demoKeys(stage.secret, Number(site), provider).call, stage.world.now())
  if (!verdict.ok) {
    const text =
      verdict.fault === 'EXPIRED'
        ? '링크가 만료되었습니다. 마루에서 다시 열어 주세요.'
        : '링크의 서명이 올바르지 않습니다.'
    return { status: 403, body: page(provider, html`<h1>${provider}</h1><p>${text}</p>`) }
  }
  const { query } = verdict
  return {
    status: 200,
    body: page(
      provider,
      html`<h1>${provider} (모의)</h1><p>회원 ${query.get('member') ?? ''}</p>
<form method="post" action="/deposits" class="card row"><input type="hidden" name="siteId" value="${site}"><input type="hidden" name="provider" value="${provider}">
<label>금액 <input name="amount" value="${query.get('amount') ?? '50000'}" inputmode="decimal" required></label>
<input type="hidden" name="currency" value="${query.get('currency') ?? 'KRW'}"><input type="hidden" name="reference" value="${query.get('reference') ?? ''}">
<label>보내는 사람 <input name="payer" value="${query.get('name') ?? '김마루'}"></label><button>결제하기</button></form>`,
    ),
  }
}

/** After the form of an identity check: the way back. */
export function provenPage(stage: Stage, path: string): string {
  const call = identityCall(stage, path.split('/').at(-1) ?? '')
  const { returnUrl } = (call?.body ?? {}) as Partial<CallBody<'identity'>>
  const back = returnUrl === undefined ? html`` : html`<p><a href="${returnUrl}">마루로 돌아가기</a></p>`
  return page('본인인증', html`<h1>본인인증</h1><p>전달했습니다.</p>${back}`)
}

function identityPage(stage: Stage, providerRef: string): { status: number; body: string } {
  const call = identityCall(stage, providerRef)
  if (call === null)
    return { status: 404, body: page('본인인증', html`<h1>본인인증</h1><p>없거나 끝난 요청입니다.</p>`) }
  const { returnUrl } = call.body as CallBody<'identity'>
  return {
    status: 200,
    body: page(
      '본인인증 (모의)',
      html`<h1>본인인증 (모의)</h1><p>실제 정보를 넣지 마세요. 여기 적은 이름과 생년월일로 확인된 것으로 처리됩니다.</p>
<form method="post" action="/identity/${providerRef}" class="card">
<p><label>이름 <input name="name" value="김마루" required></label></p>
<p><label>생년월일 <input name="birthDate" type="date" value="1990-01-01" required></label></p>
<p><label>휴대폰 <input name="phone" value="010-1234-5678" inputmode="tel" required></label></p>
<button>확인</button></form>
<form method="post" action="/identity/${providerRef}"><input type="hidden" name="refused" value="1"><button>취소</button></form>
<p><a href="${returnUrl}">마루로 돌아가기</a></p>`,
    ),
  }
}
