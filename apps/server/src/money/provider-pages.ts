import { moneyWalletEndpoints, p2pEndpoints, providerEndpoints } from '@maru/contract'
import { providerMember } from '@maru/core'
import { isProviderName, type ProviderName } from '@maru/provider-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import type { ProviderPage } from '../providers/port.ts'
import type { Site } from '../sites/index.ts'
import type { MoneyParts } from './parts.ts'

/** The page of each provider that a member opens in his browser. */
const pageOf: Readonly<Partial<Record<ProviderName, ProviderPage>>> = {
  bitdex: 'charge',
  bitshop: 'charge',
  onepay: 'login',
  codepay: 'pay',
  gluwa: 'qr',
  p2p: 'pay',
}

interface PageCall {
  readonly site: Site
  readonly member: Member
  readonly request: FastifyRequest
}

/** Signed addresses of providers' pages. Nothing is asked of a provider: a link is made here and opens for ten minutes. */
export function registerProviderPages(app: FastifyInstance, deps: Deps, { providers }: MoneyParts): void {
  const linkTo = async ({ site, member, request }: PageCall, name: ProviderName) => {
    const page = pageOf[name]
    const provider = page === undefined ? null : await providers.of(site.id, name)
    if (page === undefined || provider === null) throw new Refused('PURCHASE_METHOD_UNSUPPORTED')
    return provider.link(page, { member: providerMember(site.id, member.memberId) }, request.hostname)
  }

  route(app, deps, providerEndpoints.bitdexChargeUrl, (call) => linkTo(call, 'bitdex'))
  route(app, deps, providerEndpoints.bitshopUrl, (call) => linkTo(call, 'bitshop'))
  route(app, deps, providerEndpoints.onepayLogin, (call) => linkTo(call, 'onepay'))
  route(app, deps, providerEndpoints.codepayUrl, (call) => linkTo(call, 'codepay'))
  route(app, deps, providerEndpoints.gluwaQr, async (call) => {
    const { url, expiresAt } = await linkTo(call, 'gluwa')
    return { qr: url, expiresAt }
  })

  // § The third position of a site's flags opens P2P, providers of it too.
  route(app, deps, p2pEndpoints.p2pUrl, (call) => {
    if (call.site.type[2] !== '1') throw new Refused('FEATURE_DISABLED')
    const { provider } = call.query
    if (!isProviderName(provider)) throw new Refused('PURCHASE_METHOD_UNSUPPORTED')
    return linkTo(call, provider)
  })

  route(app, deps, moneyWalletEndpoints.bitdexOpen, async ({ site }) => ({
    isOpen: (await providers.of(site.id, 'bitdex')) !== null,
    url: providerEndpoints.bitdexChargeUrl.path,
  }))
}
