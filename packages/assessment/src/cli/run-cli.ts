import { readFile, stat } from 'node:fs/promises'
import { assess } from '../assess.ts'
import { hasRepeatedMembers } from '../cbom/repeated-members.ts'
import { SigningKeyError } from '../cbom/signer.ts'
import { verifyCbom } from '../cbom/verify-cbom.ts'
import { complyText, counted, doNotText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { Score, Verdict } from '../model/assessment.ts'
import { ScanError } from '../model/detection.ts'
import { type KnowledgeBase, loadKnowledge } from '../packs/knowledge-base.ts'
import { PackError } from '../packs/load-pack.ts'
import { coverageText } from '../report/coverage-text.ts'
import { partsText } from '../report/parts-text.ts'
import { scoreText } from '../report/score-text.ts'
import type { Scan } from '../runtime/scan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { type AssessCommand, parseArguments, USAGE, type VerifyCommand } from './arguments.ts'
import { EXIT } from './exit-codes.ts'
import { makeDocument } from './make-document.ts'
import { OutputError, writeToFile, writeToStream } from './output.ts'
import { startProgressBar } from './progress-bar.ts'
import { readPrevious } from './read-previous.ts'
import { UsageError } from './usage-error.ts'

/** What the command reaches the world through. */
export interface CliSurroundings {
  readonly scan: Scan
  readonly now: () => Date
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
  /** The error output if it is a terminal, for the progress bar. */
  readonly terminal?: NodeJS.WriteStream
  readonly signal?: AbortSignal
}

/** Runs `assess` with the arguments behind its name and gives the exit code. Throws only on faults of the program. */
export async function runCli(args: readonly string[], surroundings: CliSurroundings): Promise<number> {
  const say = (text: string) => surroundings.stderr.write(`${text}\n`)
  try {
    const command = parseArguments(args)
    if (command.kind === 'help') {
      surroundings.stdout.write(USAGE)
      return EXIT.done
    }
    return command.kind === 'verify' ? await runVerify(command, say) : await runAssess(command, surroundings, say)
  } catch (error) {
    if (error instanceof UsageError) {
      say(`${error.message}\n\n${USAGE}`)
      return EXIT.usage
    }
    const code = exitCodeFor(error)
    if (code === undefined || !(error instanceof Error)) throw error
    say(messageOf(error))
    return code
  }
}

function exitCodeFor(error: unknown): number | undefined {
  if (error instanceof PackError || error instanceof SigningKeyError) return EXIT.usage
  if (error instanceof ScanError) return EXIT.scanFailed
  return error instanceof OutputError ? EXIT.outputFailed : undefined
}

/** The people at a terminal are the ones who can mend the cause, so they are told it. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}\nCause: ${cause.message}` : message
}

type Say = (text: string) => void

async function runAssess(command: AssessCommand, surroundings: CliSurroundings, say: Say): Promise<number> {
  const knowledge = await loadKnowledge({ packs: command.packs })
  // What cannot be read must not end a long scan in vain.
  const compared = command.previous === undefined ? {} : { previous: await readPrevious(command.previous) }
  const assessment = await assessWithProgress(command, knowledge, surroundings)
  const occasion = { generatedAt: surroundings.now(), ...compared }
  const { document, proof } = await makeDocument(assessment, command, occasion)
  if (command.out === undefined) await writeToStream(surroundings.stdout, document)
  else {
    await writeToFile(command.out, document)
    if (proof !== undefined) await writeToFile(`${command.out}.pub.pem`, proof.publicKeyPem)
  }
  const { verdict } = cnsaVerdictOf(assessment)
  if (!command.isQuiet) {
    say(summaryOf(assessment, scoreOf(assessment, compared.previous)))
    if (proof !== undefined) say(`Signed with ${proof.algorithm}, key ${proof.keyId}.`)
  }
  if (isFailure(verdict, command.failOn)) return EXIT.failed
  return assessment.outcome.status === 'incomplete' ? EXIT.incomplete : EXIT.done
}

async function assessWithProgress(
  command: AssessCommand,
  knowledge: KnowledgeBase,
  surroundings: CliSurroundings,
): Promise<Assessment> {
  const { scan, terminal, signal } = surroundings
  const bar = terminal === undefined || command.isQuiet ? undefined : startProgressBar(terminal)
  try {
    return await assess(command.path, {
      scan,
      knowledge,
      ...(command.readsIgnored ? { readsIgnored: true } : {}),
      ...(command.workers === undefined ? {} : { workers: command.workers }),
      ...(command.timeLimitMs === undefined ? {} : { timeLimitMs: command.timeLimitMs }),
      ...(signal === undefined ? {} : { signal }),
      ...(bar === undefined ? {} : { onProgress: bar.show }),
    })
  } finally {
    bar?.end()
  }
}

function summaryOf(assessment: Assessment, score: Score): string {
  const { findingCount, componentCount } = score
  const { verdict, compliant, nonCompliant } = cnsaVerdictOf(assessment)
  const counts = `${counted(findingCount, 'finding')} of ${counted(componentCount, 'algorithm')}`
  const ending = assessment.outcome.status === 'incomplete' ? ' The scan is INCOMPLETE: a limit ended it.' : ''
  const more = [partsText(assessment), coverageText(assessment)].filter((text) => text !== '').map((text) => ` ${text}`)
  return (
    `CNSA 2.0: ${verdict}. ${counts}: ${complyText(compliant)}, ${doNotText(nonCompliant)}. ` +
    `${scoreText(score)}${ending}${more.join('')}`
  )
}

function isFailure(verdict: Verdict, failOn: AssessCommand['failOn']): boolean {
  if (failOn === undefined || verdict === 'Compliant') return false
  return failOn === 'Indeterminate' || verdict === failOn
}

/** Longer than a CBOM of 200,000 findings. */
const MAX_CBOM_BYTES = 268_435_456

async function runVerify({ cbom, key }: VerifyCommand, say: Say): Promise<number> {
  const [document, publicKey] = [await readInput(cbom), await readInput(key)]
  const value = parseJson(cbom, document)
  const isValid = verifyCbom(value, publicKey) && !hasRepeatedMembers(document, value)
  say(isValid ? 'The signature is valid.' : 'The signature is NOT valid.')
  return isValid ? EXIT.done : EXIT.failed
}

async function readInput(path: string): Promise<string> {
  const unreadable = (cause: unknown): never => {
    throw new UsageError(`${path} cannot be read.`, { cause })
  }
  const status = await stat(path).catch(unreadable)
  if (!status.isFile()) throw new UsageError(`${path} is no file.`)
  if (status.size > MAX_CBOM_BYTES) throw new UsageError(`${path} is too large.`)
  return await readFile(path, 'utf8').catch(unreadable)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${path} is not JSON.`, { cause })
  }
}
