import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { createLog, gatherLines } from './log.ts';

describe('a line of the log', () => {
  const written: string[] = [];
  const log = createLog('info', (line) => written.push(line));
  const last = () => written.at(-1) ?? '';

  test('a log entry is one line of JSON with the time in UTC, from the configured level on', () => {
    log.info({ a: 1 }, 'text');
    assert.match(last(), /^\{.*\}\n$/);
    const { time, level, message, a } = JSON.parse(last());
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual({ level, message, a }, { level: 'info', message: 'text', a: 1 });
    const quiet: string[] = [];
    createLog('error', (line) => quiet.push(line)).warn({}, 'x');
    assert.deepEqual(quiet, []);
  });

  test('a log line holds no line break and no control character', () => {
    log.warn({ text: 'a\r\nb\u001b[31mc\u009b2Jd\u2028e\u007f', 'key\n': 1 }, 'm\nn');
    // oxlint-disable-next-line no-control-regex -- these characters are what the test looks for
    assert.doesNotMatch(last().slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    assert.equal(JSON.parse(last()).text, 'a\r\nb\u001b[31mc\u009b2Jd\u2028e\u007f');
  });

  test('a logged error has its kind, its place and our names, but no entry of a user', () => {
    const errors = [
      () => JSON.parse('{"KANARIE'),
      () => {
        throw new RangeError(
          '1961-04-23 and 23.04.1961 are no days, nor is "KANARIE 7" or kanarie@vogel.example',
        );
      },
      () => {
        throw Object.assign(new Error('invalid input syntax for type uuid: kanarie'), {
          code: '22P02',
          detail: 'KANARIE',
        });
      },
    ];
    for (const fail of errors) {
      let thrown: unknown;
      try {
        fail();
      } catch (err) {
        thrown = err;
      }
      for (const fields of [{ err: thrown }, { cause: thrown }, { errors: [thrown] }]) {
        log.error(fields);
        assert.doesNotMatch(last(), /kanarie|1961/i);
        assert.match(last(), /log\.test\.ts/);
      }
    }
    const atItsEnd = new Error(
      'nextval: reached maximum value of sequence "audit_id_seq" (9223372036854775807)',
    );
    log.error({ err: Object.assign(atItsEnd, { code: '2200H' }) });
    assert.match(last(), /nextval: reached maximum value of sequence \\"audit_id_seq\\"/);
    const outOfRange = new Error('value "19610423" is out of range for type smallint');
    log.error({ err: Object.assign(outOfRange, { code: '22003' }) });
    assert.match(last(), /"message":"value \[text\] is out of range for type smallint"/);
    log.error({ err: new Error('relation "survey_windows" does not exist, says "reports"') });
    assert.match(last(), /relation \\"survey_windows\\" does not exist, says \\"reports\\"/);
  });
});

const lost = (code = 'ECONNREFUSED') => Object.assign(new Error('no database'), { code });

describe('the same error again and again', () => {
  test('a repeated error is logged a few times in ten seconds, and the next line counts the omitted ones', () => {
    const written: string[] = [];
    let elapsed = 0;
    const log = createLog(
      'info',
      (line) => written.push(line),
      () => elapsed,
    );
    for (let count = 0; count < 5000; count++) log.error({ err: lost(), request_id: count }, 'unavailable');
    assert.equal(written.length, 20);
    elapsed = 10_000;
    log.error({ err: lost() }, 'unavailable');
    assert.equal(JSON.parse(written.at(-1) ?? '').left_out, 4980);
    elapsed = 20_000;
    log.error({ err: lost() }, 'unavailable');
    assert.equal(JSON.parse(written.at(-1) ?? '').left_out, undefined);
  });

  test('a repeated error hides no other error and no other line', () => {
    const written: string[] = [];
    const log = createLog(
      'info',
      (line) => written.push(line),
      () => 0,
    );
    for (let count = 0; count < 100; count++) log.error({ err: lost() }, 'unavailable');
    log.error({ err: lost('57P03') }, 'unavailable');
    log.error({ err: lost() }, 'a background job failed');
    for (let count = 0; count < 100; count++) log.info({ status: 503 }, 'request');
    for (let count = 0; count < 100; count++) log.warn({ clinic: 'x' }, 'login alarm');
    assert.equal(written.length, 20 + 2 + 200);
  });
});

test('an error of the typesetter is logged without the texts of a patient, also inside escaped quotes', () => {
  const lines: string[] = [];
  const message = String.raw`message: "the text ${'`'}\"weine 👍\"${'`'} could not be displayed with font \"Serif\"", weiß`;
  createLog('info', (line) => lines.push(line)).error({ err: new Error(message) });
  assert.doesNotMatch(lines.join(''), /weine|👍|ß/);
});

describe('lines that are gathered', () => {
  test('lines of information wait for a moment and are written together', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const writes: string[] = [];
    const write = gatherLines((lines) => writes.push(lines));
    const log = createLog('info', write);
    log.info({}, 'one');
    log.info({}, 'two');
    assert.deepEqual(writes, []);
    mock.timers.tick(50);
    assert.equal(writes.length, 1);
    assert.match(writes[0] ?? '', /"one".*\n.*"two".*\n$/);
  });

  test('a warning is written at once, behind the lines before it', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const writes: string[] = [];
    const log = createLog(
      'info',
      gatherLines((lines) => writes.push(lines)),
    );
    log.info({}, 'one');
    log.warn({}, 'two');
    assert.match(writes.join('|'), /^[^|]*"one"[^|]*"two"[^|]*$/);
  });

  test('the end of the process writes what is left, once', () => {
    const writes: string[] = [];
    const write = gatherLines((lines) => writes.push(lines));
    write('left\n', false);
    write.flush();
    write.flush();
    assert.deepEqual(writes, ['left\n']);
  });
});
