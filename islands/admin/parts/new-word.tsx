import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useAdmin } from '../admin.tsx'
import { useUnsaved } from './unsaved.tsx'

type Props = {
  label: string
  placeholder?: string
  maxLength?: number
  isBusy?: boolean
  field?: RefObject<HTMLInputElement | null>
  /** @param done empties the field: called once the word is added */
  add: (word: string, done: () => void) => void
}

/** A field for one more word of a list, and its button. */
export function NewWord({ label, placeholder, maxLength = 100, isBusy = false, field, add }: Props) {
  const { common } = useAdmin().texts
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const [word, setWord] = useState('')
  useUnsaved(word.trim() !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = word.trim()
    if (text) add(text, () => setWord(''))
    else input.current?.focus()
  }
  return (
    <form className="admin-tag-form" onSubmit={send}>
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={placeholder ?? common.tag}
        size="xs"
        value={word}
        maxLength={maxLength}
        data-go="add"
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isBusy}>
        {common.add}
      </Button>
    </form>
  )
}
