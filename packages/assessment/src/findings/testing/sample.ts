import type { Detection, Parameters, Role, ScanOutcome, Sources } from '../../model/detection.ts'
import { type KnowledgeBase, loadKnowledge } from '../../packs/knowledge-base.ts'
import { type Assessment, judgeDetections } from '../judge-detections.ts'

/** A detection with everything that a test does not care about. */
export function detected(
  algorithm: string,
  role: Role,
  parameters: Parameters = {},
  rest: Partial<Detection> = {},
): Detection {
  return {
    file: 'src/Main.java',
    line: 1,
    language: 'java',
    algorithm,
    role,
    parameters,
    confidence: 'High',
    setting: 'product',
    rule: 'test',
    evidence: 'code',
    ...rest,
  }
}

/** A project of one language that is understood. */
export const SOURCES: Sources = {
  languages: [{ language: 'java', reading: 'understood', files: 2, bytes: 2_048 }],
  open: { count: 0, files: [] },
  archives: { files: 0, bytes: 0 },
  binaries: { files: 0, bytes: 0 },
}

export function outcomeOf(detections: readonly Detection[], rest: Partial<ScanOutcome> = {}): ScanOutcome {
  return {
    root: '/srv/project',
    status: 'completed',
    detections,
    statistics: {
      filesSeen: 3,
      filesRead: 2,
      filesParsed: 1,
      bytesRead: 2_048,
      durationMs: 12,
      skipped: {},
      ignored: { files: 0, folders: 0 },
      sources: SOURCES,
      unresolved: [],
    },
    ...rest,
  }
}

const loaded = new Map<string, Promise<KnowledgeBase>>()

/** Packs are read once: a property asks for them hundreds of times. */
function knowledgeOf(packs: readonly string[]): Promise<KnowledgeBase> {
  const key = packs.join()
  const known = loaded.get(key) ?? loadKnowledge({ packs })
  loaded.set(key, known)
  return known
}

export async function assessed(
  detections: readonly Detection[],
  packs: readonly string[] = [],
  rest: Partial<ScanOutcome> = {},
): Promise<Assessment> {
  return judgeDetections(outcomeOf(detections, rest), await knowledgeOf(packs))
}

/** One of each: broken, vulnerable, mitigable and safe, in several files. */
export const SAMPLE: readonly Detection[] = [
  detected('RSA', 'Signature', { keySize: 2048, hash: 'SHA-256', padding: 'PKCS1v15', library: 'JCA' }),
  detected('RSA', 'Encryption', { keySize: 4096, padding: 'OAEP' }, { file: 'src/Seal.java', line: 7, column: 12 }),
  detected('RSA', 'KeyGeneration', {}, { file: 'src/Keys.java', line: 3 }),
  detected('ECDSA', 'Signature', { curve: 'P-384' }, { file: 'firmware/verify.c', line: 40, language: 'c' }),
  detected(
    'ECDH',
    'Protocol',
    { curve: 'P-256', protocol: 'TLS 1.2' },
    { file: 'nginx.conf', setting: 'configuration' },
  ),
  detected('RSA', 'Certificate', { keySize: 2048 }, { file: 'tls/server.pem', setting: 'keyMaterial' }),
  detected('AES', 'Encryption', { keySize: 128, mode: 'GCM' }, { file: 'src/Seal.java', line: 20 }),
  detected('AES', 'Encryption', { keySize: 256, mode: 'GCM' }, { file: 'src/Seal.java', line: 30 }),
  detected('AES', 'Encryption', { mode: 'ECB', padding: 'PKCS7' }, { file: 'src/Old.java', line: 5 }),
  detected('AES', 'KeyMaterial', { keySize: 256 }, { file: 'src/Seal.java', line: 31 }),
  detected('RSA', 'Signature', { keySize: 1024 }, { file: 'test/SignTest.java', setting: 'test', confidence: 'Low' }),
]
