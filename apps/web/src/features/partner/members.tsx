import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail } from '@maru/contract'
import { Button } from '@maru/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { membersQuery } from './queries.ts'
import { partnerTexts } from './texts.ts'

/** Members of the whole tree, masked, the newest first. */
export function Members({ of: { total, active } }: { of: PartnerDetail['members'] }) {
  const t = useTexts(partnerTexts)
  const members = useInfiniteQuery(membersQuery)
  const pages = members.data?.pages ?? []
  return (
    <Loaded
      query={members}
      isEmpty={pages[0]?.totalElements === 0}
      empty={[t('membersNone'), t('membersNoneHint')]}
      skeleton={<RowSkeletons />}
    >
      <p className="ptn-k">{t('activeOf', { count: total, active })}</p>
      <ul className="ptn-m">
        {pages.map(({ page, content }) =>
          content.map((member, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: masked members have nothing by which one is told from another.
            <li key={`${page}-${at}`}>
              <span>
                <b translate="no">{member.nick}</b>
                <small className="num">{`${t('joined', { month: member.joinedMonth })} · ${member.branchName}`}</small>
              </span>
              <small className={member.isActive ? 'is-active' : undefined}>
                {t(member.isActive ? 'active' : 'idle')}
              </small>
            </li>
          )),
        )}
      </ul>
      {members.hasNextPage && (
        <Button className="ptn-b" aria-busy={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
          {t('moreMembers')}
        </Button>
      )}
      <p className="ptn-k">{t('masked')}</p>
    </Loaded>
  )
}
