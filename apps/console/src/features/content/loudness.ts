import { call } from '@maru/client/api/client'
import type { ArticleKind, Audience } from '@maru/contract'
import { formatCount } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'

interface Loud {
  readonly kind: ArticleKind
  readonly audience: Audience
  readonly needsConsent: boolean
}

/** What a text does to all members of the site, with how many they are: a popup stands before their pages, terms ask them to agree. */
export function useLoudness({ kind, audience, needsConsent }: Loud, isPublished: boolean) {
  const what =
    kind === 'POPUP' && audience !== 'GUEST' ? '팝업을 볼 회원' : needsConsent ? '다시 동의를 받을 회원' : null
  const isLoud = isPublished && what !== null
  const reach = useQuery({
    queryKey: ['notice', 'reach'],
    queryFn: () => call('GET /api/console/notice/reach'),
    enabled: isLoud,
  })
  const members = reach.data?.members
  return {
    isLoud,
    missing: isLoud && members === undefined ? '회원을 세고 있습니다' : null,
    changes: isLoud && members !== undefined ? [{ name: what, before: '0명', after: `${formatCount(members)}명` }] : [],
  }
}
