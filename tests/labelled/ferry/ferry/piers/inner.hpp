#pragma once

int inner_depth();
