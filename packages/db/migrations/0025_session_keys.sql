CREATE TABLE "session_keys" (
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"session_id" bigint NOT NULL,
	"sealed" text,
	"erased_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_keys_tenant_sub_session_id_pk" PRIMARY KEY("tenant","sub","session_id")
);
--> statement-breakpoint
CREATE INDEX "session_keys_expires" ON "session_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_keys_session" ON "session_keys" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_keys_erased" ON "session_keys" USING btree ("expires_at") WHERE "session_keys"."erased_by" is not null;