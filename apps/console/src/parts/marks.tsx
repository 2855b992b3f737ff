import { type MemberMarks, memberMarkWords } from '@maru/contract'
import { Badge } from '@maru/ui'
import { inLanguage } from './desk-words.ts'

const words = inLanguage(memberMarkWords)

/** What stands in a member's way: before anything else that is said of him or his money. */
export function Marks({ marks }: { marks: MemberMarks }) {
  return marks.map((mark) => (
    <Badge key={mark} tone="alert">
      {words[mark]}
    </Badge>
  ))
}
