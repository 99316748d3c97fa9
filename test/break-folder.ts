import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildApp } from '../src/server/app.ts';
import { aClinic, aPatient, signIn } from './builders.ts';
import { aFolder, exportScene } from './export-scene.ts';
import { manage } from './operator.ts';
import { aPerson, answerSurvey } from './survey-calls.ts';

const PAGES_UNTIL_BREAK = 10;

/** An export of a finished and an unfinished survey. Returns its folder. */
export async function aFolderWithABreak(): Promise<string> {
  const scene = await exportScene();
  const app = await buildApp(scene.services);
  const clinic = await aClinic(scene.services);
  const [one, two] = [await aPatient(scene.services, clinic.id), await aPatient(scene.services, clinic.id)];
  await answerSurvey(app, await signIn(scene.services, one), { person: aPerson('one') });
  await answerSurvey(app, await signIn(scene.services, two), { pages: PAGES_UNTIL_BREAK });
  const folder = join(aFolder(), 'out');
  assert.equal((await manage(scene, 'export', '--to', folder)).code, 0);
  await app.close();
  return folder;
}

/** Runs a program of researchers in the folder. */
export function runIn(folder: string, program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}
