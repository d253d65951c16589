#pragma once

int outer_depth();
