import { call } from '@maru/client/api/client'
import type { ArticleKind, Audience } from '@maru/contract'
import { formatCount } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { t } from './texts.ts'

interface Loud {
  readonly kind: ArticleKind
  readonly audience: Audience
  readonly needsConsent: boolean
}

/** What a text does to all members of the site, with how many they are: a popup stands before their pages, terms ask them to agree. */
export function useLoudness({ kind, audience, needsConsent }: Loud, isPublished: boolean) {
  const what = kind === 'POPUP' && audience !== 'GUEST' ? t('popupMembers') : needsConsent ? t('consentMembers') : null
  const isLoud = isPublished && what !== null
  const reach = useQuery({
    queryKey: ['notice', 'reach'],
    queryFn: () => call('GET /api/console/notice/reach'),
    enabled: isLoud,
  })
  const members = reach.data?.members
  return {
    isLoud,
    missing: isLoud && members === undefined ? t('counting') : null,
    changes: isLoud && members !== undefined ? [change(what, members)] : [],
  }
}

const change = (name: string, members: number) => ({
  name,
  before: t('membersCount', { count: 0 }),
  after: t('membersCount', { count: formatCount(members) }),
})
