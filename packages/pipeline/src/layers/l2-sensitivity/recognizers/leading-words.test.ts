import { describe, expect, it } from 'vitest'
import { scanSlice } from '../scan-text.ts'
import { LEADING_WORDS } from './leading-words.ts'
import { person } from './person.ts'

function namesIn(text: string): readonly string[] {
  return scanSlice(text, { kind: 'prose' }, [person]).map(({ start, end }) => text.slice(start, end))
}

describe('the word before a name', () => {
  it.each(LEADING_WORDS)('%s is no part of it', (word) => {
    expect(namesIn(`${word} Maria Keller`)).toEqual(['Maria Keller'])
    expect(namesIn(`Bitte. ${word} Maria Keller, 17`)).toEqual(['Maria Keller'])
  })

  it.each([
    ...[
      'Email',
      'E-Mail',
      'Ask',
      'Tell',
      'Call',
      'Send',
      'Write',
      'Find',
      'Summarize',
      'Summarise',
      'Simplify',
      'Delete',
    ],
    ...['Schreibe', 'Kontaktiere', 'Anonymisiere', 'Übersetze', 'Prüfe', 'Frage', 'Lösche', 'Grüße', 'Informieren Sie'],
    ...['Écris', 'Écrivez', 'Envoyez', 'Résume', 'Résumez', 'Extrayez', 'Contactez', 'Rédigez', 'Prévenez', 'Analysez'],
    ...['Envía', 'Envíe', 'Envia', 'Escríbele', 'Resume', 'Extrae', 'Añade', 'Llame', 'Búsca', 'Avise', 'Traduzca'],
  ])('%s is no part of it', (word) => expect(namesIn(`${word} Maria Keller`)).toEqual(['Maria Keller']))

  it('is left where nothing known follows it, and where it is a name', () => {
    for (const name of ['Jordan Keller', 'Sue Keller', 'Mark Keller', 'Chase Johnson', 'Honor Keller'])
      expect(namesIn(name)).toEqual([name])
    expect(namesIn('Ibáñez Keller')).toEqual(['Ibáñez Keller'])
    expect(namesIn('User Stories and Sender Policy Framework')).toEqual([])
  })
})
