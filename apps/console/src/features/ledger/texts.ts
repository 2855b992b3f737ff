import { defineTexts } from '@maru/client/i18n/texts'
import { readerOf } from '../../session/language.ts'

export const t = readerOf(
  defineTexts(
    'console-ledger',
    {
      title: '원장',
      allMembers: '모든 회원',
      memberOf: '회원 {member}',
      findByNumber: '회원 번호로 찾기',
      memberNumber: '회원 번호',
    },
    {
      title: 'Ledger',
      allMembers: 'All members',
      memberOf: 'Member {member}',
      findByNumber: 'Find by member number',
      memberNumber: 'Member number',
    },
  ),
)
