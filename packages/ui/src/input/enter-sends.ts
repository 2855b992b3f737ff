import { type CompositionEvent, type KeyboardEvent, useRef } from 'react'

type Field = HTMLTextAreaElement

/**
 * Enter submits the form of a text area, Shift+Enter breaks the line. A Hangul syllable that is still being composed ends with
 * that Enter and goes along; in scripts where Enter chooses among readings it submits nothing.
 */
export function useEnterSends() {
  const isDue = useRef(false)
  return {
    onKeyDown(event: KeyboardEvent<Field>) {
      const isEnter = event.key === 'Enter' || /^(Numpad)?Enter$/.test(event.code)
      isDue.current = isEnter && !event.shiftKey && event.nativeEvent.isComposing
      if (!isEnter || event.shiftKey) return
      event.preventDefault()
      if (!isDue.current) event.currentTarget.form?.requestSubmit()
    },
    onKeyUp({ key, currentTarget }: KeyboardEvent<Field>) {
      if (key !== 'Enter' || !isDue.current) return
      // An input method that does not end its composition by itself does so where the focus is lost.
      currentTarget.blur()
      currentTarget.focus()
    },
    onCompositionEnd({ data, currentTarget }: CompositionEvent<Field>) {
      if (isDue.current && /\p{Script=Hangul}$/u.test(data)) currentTarget.form?.requestSubmit()
      isDue.current = false
    },
  }
}
