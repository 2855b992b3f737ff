import { Icon } from '@maru/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useKeys } from './keys.ts'
import { t } from './texts.ts'

interface Props {
  label: string
  placeholder: string
  /** What was searched for last. */
  value: string
  onSearch: (text: string) => void
}

/** A search that is sent by Enter; / puts the cursor there. */
export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  useKeys([{ key: '/', label: t('find'), run: () => input.current?.focus() }])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
    input.current?.blur()
  }
  return (
    <search>
      <form className="find" onSubmit={submit}>
        <Icon name="search" small />
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={80}
          onChange={(event) => {
            setText(event.currentTarget.value)
            if (event.currentTarget.value === '') onSearch('')
          }}
        />
        <kbd>/</kbd>
      </form>
    </search>
  )
}
