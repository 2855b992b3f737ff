import { useState } from 'react'
import { useMe } from '../../session/staff.ts'

/**
 * What a member of staff has written and not sent, kept by this tab: it is there again after a look at another row, and after a reload.
 * `about` names what it answers.
 */
export function useDraft(about: string): readonly [text: string, write: (text: string) => void] {
  const key = `maru:draft:${useMe().memberId}:${about}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  }
  return [text, write]
}
